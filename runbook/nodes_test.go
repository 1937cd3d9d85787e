package runbook

import "testing"

// TestQuote: a name from a file never ends a word of a command.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"kube-system": "kube-system", "$(id)": "'$(id)'", "`id`": "'`id`'", "a;b": "'a;b'", "it's": `'it'\''s'`, "a\nb": "a␊b", "": "",
		"--all": "./--all",
	} {
		if got := quote(word); got != want {
			t.Errorf("%q becomes %s, want %s", word, got, want)
		}
	}
}

// TestAddTaint: a pool keeps its own taints. Its file need not show them.
func TestAddTaint(t *testing.T) {
	const taint = `{"key":"karpenter.sh/legacy","value":"true","effect":"NoSchedule"}`
	want := `kubectl patch pool a --type=json -p '[{"op":"add","path":"/spec/taints/-","value":` + taint + `}]'` +
		` || kubectl patch pool a --type=json -p '[{"op":"add","path":"/spec/taints","value":[` + taint + `]}]'`
	if got := addTaint("pool a"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
