package convert

// Version returns the Karpenter version that the output of a file is for.
func (c *Converter) Version(file string) string { return c.forFile(file).target.String() }
