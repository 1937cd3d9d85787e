package facts

// Names of tools in the table of appliers.
const (
	KubectlManifest           = "kubectl_manifest" // the names of Terraform resources
	KubectlManifestServerSide = "kubectl_manifest_server_side"
	KubernetesManifest        = "kubernetes_manifest"
	HelmRelease               = "helm_release"
	KustomizationResource     = "kustomization_resource"
	Helm                      = "helm"
	ArgoCD                    = "argo-cd"
	ArgoCDServerSide          = "argo-cd_server_side"
	Flux                      = "flux"
)

// UpgradeAPIVersion is an argument of kubectl_manifest: if it is true, Terraform changes the apiVersion of an object in place, instead of deleting
// and creating the object. Source: alekc/terraform-provider-kubectl, the documentation of kubectl_manifest.
const UpgradeAPIVersion = "upgrade_api_version"
