//go:build !linux

package save

func keepAttributes(_, _ string) error { return nil }
