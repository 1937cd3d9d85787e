package edit

import (
	"errors"
	"fmt"
	"testing"
)

// refuses says whether the error of a plan is a Refusal.
func refuses(err error) bool {
	var refusal *Refusal
	return errors.As(err, &refusal)
}

func TestRefusal(t *testing.T) {
	usual, own, bare := Refuse("the block on line %d", 3), RefuseWith("write it", "no %s", "place"), RefuseWith("", "no place")
	for _, c := range []struct {
		err          error
		text, reason string
	}{
		{usual, "the block on line 3; change it by hand", "the block on line 3"},
		{own, "no place; write it", "no place; write it"},
		{bare, "no place", "no place"},
		{fmt.Errorf("a file: %w", usual), "a file: the block on line 3; change it by hand", "the block on line 3"},
		{errEmpty, "the document is empty", "the document is empty"},
	} {
		if c.err.Error() != c.text || Reason(c.err) != c.reason {
			t.Errorf("%q, %q; want %q, %q", c.err, Reason(c.err), c.text, c.reason)
		}
	}
	if !refuses(fmt.Errorf("a file: %w", usual)) || refuses(errEmpty) {
		t.Error("a refusal is not told from another error")
	}
}
