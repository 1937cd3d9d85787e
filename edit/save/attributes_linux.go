package save

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// keepAttributes copies the extended attributes, such as access lists, from one file to another. It fails if one cannot be copied.
func keepAttributes(from, to string) error {
	list, err := attribute(func(buffer []byte) (int, error) { return syscall.Listxattr(from, buffer) })
	if errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if name == "" {
			continue
		}
		if err := keepAttribute(name, from, to); err != nil {
			return fmt.Errorf("its extended attribute %s cannot be kept: %w", name, err)
		}
	}
	return nil
}

func keepAttribute(name, from, to string) error {
	value, err := attribute(func(buffer []byte) (int, error) { return syscall.Getxattr(from, name, buffer) })
	if err != nil {
		return err
	}
	now, err := attribute(func(buffer []byte) (int, error) { return syscall.Getxattr(to, name, buffer) })
	if err == nil && bytes.Equal(now, value) {
		return nil
	}
	return syscall.Setxattr(to, name, value, 0)
}

// attribute calls read twice: first for the size, then for the content.
func attribute(read func(buffer []byte) (int, error)) ([]byte, error) {
	size, err := read(nil)
	if err != nil || size == 0 {
		return nil, err
	}
	buffer := make([]byte, size)
	size, err = read(buffer)
	return buffer[:max(size, 0)], err
}
