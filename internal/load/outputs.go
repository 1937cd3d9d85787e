package load

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
)

// dropOutputs removes the files that karplint wrote: their texts are those of other files. A note names each one that was requested itself.
func (l *lister) dropOutputs() {
	l.listing.Files = slices.DeleteFunc(l.listing.Files, func(f File) bool {
		isOutput := strings.EqualFold(filepath.Ext(f.path), ".json") && filetype.IsOutput(head(l.options.Reader, f.path))
		if isOutput && f.Named {
			l.listing.Notes = append(l.listing.Notes, f.Path+": not read, because karplint wrote it")
		}
		return isOutput
	})
}

// head returns the first bytes of a file; nil if it cannot be read, which is told where it is read whole.
func head(files *regular.Reader, path string) []byte {
	if files.IsInstead(path) {
		data, _ := files.Read(path, MaxSize)
		return data[:min(len(data), filetype.OutputHead)]
	}
	file, _, err := regular.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close() //nolint:errcheck // it was opened for reading only
	data, _ := io.ReadAll(io.LimitReader(file, filetype.OutputHead))
	return data
}
