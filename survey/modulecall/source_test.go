package modulecall

import "testing"

func TestParse(t *testing.T) {
	if got := Parse("github.com/x/y//a/b?ref=v1.2.3").constraint(); got != "1.2.3" {
		t.Error(got)
	}
	before := Parse("github.com/x/y?ref=v1.2.3//a/b")
	if before.constraint() != "1.2.3" || before.Submodule != "a/b" || before.Address != "x/y" {
		t.Errorf("a query before the submodule: %+v", before)
	}
	if got := Parse("github.com/x/y?ref=main").constraint(); got != "" {
		t.Error(got)
	}
}
