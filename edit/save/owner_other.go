//go:build !unix

package save

import (
	"io/fs"
	"os"
)

func keepOwner(*os.File, fs.FileInfo) {}
