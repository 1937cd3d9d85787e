package planning

import "testing"

func TestEndsBlank(t *testing.T) {
	for text, want := range map[string]bool{"": false, "\n": false, "a\n": false, "\n\n": true, "a\n\n": true, "a\r\n\r\n": true, "a\r\n\r": false,
		"a\n \n": false} {
		if got := endsBlank([]byte(text)); got != want {
			t.Errorf("endsBlank(%q) = %t", text, got)
		}
	}
}
