package convert_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/model"
)

const poolResource = `resource "kubectl_manifest" %q {
  yaml_body = <<-EOT
    apiVersion: karpenter.sh/v1alpha5
    kind: Provisioner
    metadata:
      name: %s
    spec:
      provider:
        subnetSelector: {a: b}
        securityGroupSelector: {a: b}
        instanceProfile: p
  EOT
}
`

// checkAddresses reports an address that two resources of the converted files have.
func checkAddresses(t *testing.T, opts convert.Options, files []*model.File, want int) {
	t.Helper()
	c, err := convert.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, f := range c.Files(files) {
		for _, m := range regexp.MustCompile(`(?m)^resource "\w+" "([\w-]+)"`).FindAllStringSubmatch(string(f.After), -1) {
			if found[m[1]] {
				t.Errorf("two resources have the name %s:\n%s", m[1], f.After)
			}
			found[m[1]] = true
		}
	}
	if len(found) != want {
		t.Errorf("got %d resources, want %d: %v", len(found), want, found)
	}
}

// TestAddressesOfClasses: the resources of two classes have names of their own, also where those of their pools differ in nothing but case.
func TestAddressesOfClasses(t *testing.T) {
	var files []*model.File
	for i, name := range []string{"provisioner", "Provisioner"} {
		text := fmt.Sprintf(poolResource, name, fmt.Sprint("pool-", i))
		files = append(files, model.NewFile(fmt.Sprint("pool", i, ".tf"), []byte(text)))
	}
	for _, keep := range []bool{false, true} {
		checkAddresses(t, convert.Options{Keep: keep}, files, map[bool]int{false: 4, true: 6}[keep])
	}
}

// TestAddressesOfCopies: the resources of copies of two classes have names of their own, also where a name and a suffix make the same text.
func TestAddressesOfCopies(t *testing.T) {
	class := func(resource, name string) string {
		return fmt.Sprintf("resource \"kubectl_manifest\" %q {\n  yaml_body = <<-EOT\n    apiVersion: karpenter.k8s.aws/v1beta1\n    kind: EC2NodeClass\n    metadata: {name: %s}\n    spec:\n      amiFamily: AL2\n      role: r\n      subnetSelectorTerms: [{tags: {a: b}}]\n      securityGroupSelectorTerms: [{tags: {a: b}}]\n  EOT\n}\n", resource, name)
	}
	pool := func(name, class string, pods int) string {
		return fmt.Sprintf("resource \"kubectl_manifest\" %q {\n  yaml_body = <<-EOT\n    apiVersion: karpenter.sh/v1beta1\n    kind: NodePool\n    metadata: {name: %s}\n    spec:\n      template:\n        spec:\n          kubelet: {maxPods: %d}\n          nodeClassRef: {name: %s}\n          requirements: [{key: a, operator: In, values: [b]}]\n  EOT\n}\n", "pool-"+name, name, pods, class)
	}
	files := []*model.File{
		model.NewFile("one.tf", []byte(class("x", "one")+pool("a", "one", 1)+pool("y-z", "one", 2))),
		model.NewFile("two.tf", []byte(class("x_y", "two")+pool("b", "two", 1)+pool("z", "two", 2))),
	}
	checkAddresses(t, convert.Options{To: apis.V1}, files, 8)
}
