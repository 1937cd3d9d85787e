package convert_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/karplint/karplint/convert"
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
