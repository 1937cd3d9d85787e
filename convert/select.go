package convert

import (
	"bytes"
	"path"
)

// needles are the strings of which one stands in every file that a conversion changes or
// reports. A kind stands for targets of patches, for templated API versions, and for policies.
var needles = [][]byte{
	[]byte("karpenter.sh/v1alpha"),
	[]byte("karpenter.k8s.aws/v1alpha"),
	[]byte("karpenter.sh/provisioner-name"),
	[]byte("karpenter.sh/do-not-evict"),
	[]byte("karpenter.sh/do-not-consolidate"),
	[]byte("karpenter.k8s.aws/instance-pods"),
	[]byte("Provisioner"),
	[]byte("AWSNodeTemplate"),
	[]byte("awsnodetemplates"),
	[]byte("provisioners"),
}

// successors stand in files that say which objects exist already.
var successors = [][]byte{[]byte("NodePool"), []byte("EC2NodeClass")}

// Selects says whether Files could change the file or learn something from it: a byte scan for the alpha
// APIs and the old labels, for the new kinds (a pool that exists already), and the name
// kustomization.yaml (which says what the files beside it are). Files that it refuses
// need not be given to Files. path uses "/".
func Selects(path string, data []byte) bool {
	return isKustomization(path) || containsAny(data, needles) || containsAny(data, successors)
}

func isKustomization(file string) bool {
	switch path.Base(file) {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return true
	}
	return false
}

func containsAny(data []byte, needles [][]byte) bool {
	for _, needle := range needles {
		if bytes.Contains(data, needle) {
			return true
		}
	}
	return false
}
