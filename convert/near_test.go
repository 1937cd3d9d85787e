package convert

import "testing"

func TestInOneTree(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"a/pool.yaml", "a/class.yaml", true},
		{"a/b/pool.yaml", "a/class.yaml", true},
		{"ab/pool.yaml", "a/class.yaml", false},
		{"b/pool.yaml", "a/class.yaml", false},
		{"a/pool.yaml", "class.yaml", true},
		{"../pool.yaml", "class.yaml", false},
		{"../x/pool.yaml", "class.yaml", false},
		{"/x/pool.yaml", "class.yaml", false},
		{"/x/pool.yaml", "/class.yaml", true},
	} {
		if inOneTree(test.a, test.b) != test.want || inOneTree(test.b, test.a) != test.want {
			t.Errorf("%s and %s in one tree: want %v", test.a, test.b, test.want)
		}
	}
}
