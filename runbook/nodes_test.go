package runbook

import "testing"

// TestAddTaint: a pool keeps its own taints. Its file need not show them.
func TestAddTaint(t *testing.T) {
	const taint = `{"key":"karpenter.sh/legacy","value":"true","effect":"NoSchedule"}`
	want := `kubectl patch pool a --type=json -p '[{"op":"add","path":"/spec/taints/-","value":` + taint + `}]'` +
		` || kubectl patch pool a --type=json -p '[{"op":"add","path":"/spec/taints","value":[` + taint + `]}]'`
	if got := addTaint("pool a"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
