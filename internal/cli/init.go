package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
)

// init writes a configuration in which every setting is explained and commented out.
func (r *runner) init(c *cli.Context) (int, error) {
	if c.NArg() > 1 {
		return 0, usage(c, "unexpected argument %[2]q: %[1]s takes one directory", c.Command.HelpName, c.Args().Get(1))
	}
	dir := c.Args().First()
	switch {
	case dir == "-":
		_, err := r.out.WriteString(config.Template())
		return exitOK, err
	case c.NArg() == 1 && dir == "":
		return 0, errors.New("a path is empty; write . for the working directory")
	}
	path := filepath.Join(dir, config.Name)
	if err := save.New(path, []byte(config.Template()), c.Bool("force")); errors.Is(err, fs.ErrExist) {
		return 0, fmt.Errorf("%s already exists; overwrite it with --force", path)
	} else if err != nil {
		return 0, err
	}
	fmt.Fprintf(r.out, "%s written; every setting in it is explained and commented out\n", path)
	r.noteOuter(path)
	return exitOK, nil
}

// noteOuter prints a note if another configuration no longer applies below the new one.
func (r *runner) noteOuter(path string) {
	full, err := filepath.Abs(path)
	if err == nil {
		full, err = regular.WithoutLinks(full)
	}
	if err != nil {
		return
	}
	dir := filepath.Dir(full)
	if load.RepositoryRoot(dir) == dir {
		return // the search ends here
	}
	outer := config.Find(nil, filepath.Dir(dir))
	if outer == "" {
		return
	}
	if rel, err := filepath.Rel(r.dir, outer); err == nil {
		outer = rel
	}
	r.printNote("%s no longer applies to files beside or below %s; copy the settings that you want to keep", outer, path)
}
