package facts

// The names, in the table of appliers, of the tools that apply objects.
const (
	KubectlManifest           = "kubectl_manifest" // as the resources of Terraform
	KubectlManifestServerSide = "kubectl_manifest_server_side"
	KubernetesManifest        = "kubernetes_manifest"
	HelmRelease               = "helm_release"
	KustomizationResource     = "kustomization_resource"
	Helm                      = "helm"
	ArgoCD                    = "argo-cd"
	ArgoCDServerSide          = "argo-cd_server_side"
	Flux                      = "flux"
)
