// Package convert rewrites Karpenter's objects from the alpha API to v1beta1 and from there to v1, and the labels and annotations in
// any object with them. New makes a Converter, and Converter.Files converts the files of a run together.
//
// Where to look:
//
//   - The run: convert.go has the options and the order of things, file.go converts one file, survey.go says what a run must know of
//     all files before it can convert any, group.go which objects are left together, scan.go which files matter at all.
//   - One object: kinds.go says what it is, steps.go takes it from version to version, table.go follows the rows of a table. object.go
//     collects what is to be done and said, beside.go what is added next to it, keep.go its twin.
//   - The fields: *_fields.go are the tables, one per kind and step, and tables.go exports them. What a row calls stands in the file
//     of its kind (provisioner.go, nodepool.go) or topic (disruption.go, kubelet.go, selectors.go, metadataoptions.go, volume.go);
//     checks.go reports what Karpenter would refuse.
//   - The settings of the kubelet, which v1 has in the class: kubelet_move.go, with the plan for all pools in kubelet_plan.go and
//     kubelet_settle.go.
//   - Kustomize: patch_entries.go reads what a kustomization patches, patch_builds.go follows what it builds, patch.go converts a
//     patch for what it does, and patch_merge.go has the rules of merging.
//   - Terraform: terraform.go finds the manifests and old names in a file, terraform_beside.go adds twins as resources of their own, whose
//     addresses terraform_address.go finds, terraform_readers.go knows which resources apply other files, and terraform_replace.go warns where
//     Terraform replaces one. iam_blocks.go converts policy documents.
//   - Names in other objects: names.go asks the table of them. labels.go, tolerations.go, rbac.go, iam*.go and cloudformation.go
//     convert them, mentions.go reports old kinds. texts.go and toml.go do so inside strings, words.go and scripts.go report what is
//     left there.
//
// What changes between versions of Karpenter (defaults, limits, names) stands in the package facts and not here.
package convert
