package conversions

import (
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

type conversion func([]*model.File) []convert.File

// convertFiles converts all files together. If that panics, it reports the files that panic alone, and converts the others.
func convertFiles(convert conversion, files []*model.File) ([]convert.File, []error) {
	converted, bug := tryConvert(convert, files)
	if bug == nil {
		return converted, nil
	}
	var bugs []error
	var good []*model.File
	for _, f := range files {
		if _, bug := tryConvert(convert, []*model.File{f}); bug != nil {
			bugs = append(bugs, bug)
			continue
		}
		good = append(good, f)
	}
	if converted, bug = tryConvert(convert, good); bug != nil && len(good) > 0 {
		bugs = append(bugs, bug)
	}
	return converted, bugs
}

func tryConvert(convert conversion, files []*model.File) (converted []convert.File, bug error) {
	path := "the files together"
	if len(files) == 1 {
		path = files[0].Path
	}
	bug = parallel.Try(path, func() error {
		converted = convert(files)
		return nil
	})
	return converted, bug
}
