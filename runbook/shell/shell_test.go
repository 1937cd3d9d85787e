package shell

import "testing"

// TestQuote: a name from a file never ends a word of a command.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"kube-system": "kube-system", "$(id)": "'$(id)'", "`id`": "'`id`'", "a;b": "'a;b'", "it's": `'it'\''s'`, "a\nb": "a␊b", "": "",
		"--all": "./--all",
	} {
		if got := Quote(word); got != want {
			t.Errorf("%q becomes %s, want %s", word, got, want)
		}
	}
}
