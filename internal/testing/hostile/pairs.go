package hostile

import "strings"

// pairs have many of two kinds of parts that are compared with each other, or that each make the same search longer.
var pairs = []Input{
	template("branches-that-differ-below-100-maps", func(p *printer) {
		deep := func(leaf string) string { return strings.Repeat("{a: ", small) + leaf + strings.Repeat("}", small) }
		p.print("%s      {{- if .Values.a }}\n      kubelet: %s\n      {{- else }}\n      kubelet: %s\n      {{- end }}\n", pool, deep("1"), deep("2"))
	}),
}
