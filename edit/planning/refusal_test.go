package planning

import (
	"errors"
	"fmt"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
)

// refuses reports whether the error of a plan is a Refusal.
func refuses(err error) bool {
	var refusal *edit.Refusal
	return errors.As(err, &refusal)
}

func TestRefusal(t *testing.T) {
	usual, own, bare := edit.Refuse("the block on line %d", 3), edit.RefuseWith("write it", "no %s", "place"), edit.RefuseWith("", "no place")
	for _, c := range []struct {
		err          error
		text, reason string
	}{
		{usual, "the block on line 3; change it by hand", "the block on line 3"},
		{own, "no place; write it", "no place; write it"},
		{bare, "no place", "no place"},
		{fmt.Errorf("a file: %w", usual), "a file: the block on line 3; change it by hand", "the block on line 3"},
		{draft.ErrEmpty, "the document is empty", "the document is empty"},
	} {
		if c.err.Error() != c.text || edit.Reason(c.err) != c.reason {
			t.Errorf("%q, %q; want %q, %q", c.err, edit.Reason(c.err), c.text, c.reason)
		}
	}
	if !refuses(fmt.Errorf("a file: %w", usual)) || refuses(draft.ErrEmpty) {
		t.Error("a refusal is not told from another error")
	}
}
