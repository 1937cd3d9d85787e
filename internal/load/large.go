package load

import (
	"errors"
	"fmt"
	"io"
)

var errTooLarge = fmt.Errorf("larger than the %d MiB that karplint reads; split it", MaxSize>>20)

// readUpTo reads everything; more than limit bytes are errTooLarge.
func readUpTo(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errTooLarge
	}
	return data, err
}

const (
	chunkSize = 1 << 20
	overlap   = 4 << 10 // longer than anything that selects looks for
)

// scan says whether any part of the text is selected, holding one chunk at a time.
func scan(r io.Reader, selects func([]byte) bool) (bool, error) {
	buffer := make([]byte, chunkSize)
	kept := 0
	for {
		n, err := io.ReadFull(r, buffer[kept:])
		if selects(buffer[:kept+n]) {
			return true, nil
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		kept = copy(buffer, buffer[len(buffer)-overlap:])
	}
}
