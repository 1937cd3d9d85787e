package cli

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/load"
)

// limitFlags are the flags of commands that read files.
func limitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: limit.TimeFlag, Usage: "end the run after this `TIME`: 90s, 10m; 0: never (default 5m)"},
		&cli.StringFlag{Name: limit.MemoryFlag, Usage: "end the run when it takes more memory than this `SIZE`: 500MiB, 4GiB; 0: never (default 2GiB, or " +
			"half of what the machine has)"},
	}
}

// watched completes a command that reads files: a limit may end it.
func (r *runner) watched(c *cli.Command, run func(*cli.Context) (int, error)) *cli.Command {
	c.Flags = slices.Concat(c.Flags, limitFlags())
	return r.leaf(c, func(ctx *cli.Context) (code int, err error) {
		if err := r.watch(ctx); err != nil {
			return 0, err
		}
		defer func() { r.unwatch() }()
		defer r.startProgress(c.HelpName)()
		return run(ctx)
	})
}

// watch makes the run end when the process takes more than the flags or the configuration of the working directory allow.
func (r *runner) watch(c *cli.Context) error {
	limits, err := r.limits(c)
	if err != nil {
		return err
	}
	if limits.Memory > 0 {
		mostHeap.Store(limits.Memory / 2)
	}
	r.ctx, r.unwatch = limit.Watch(r.ctx, limits)
	return nil
}

func (r *runner) limits(c *cli.Context) (limits limit.Limits, err error) {
	if r.configs, err = r.newConfigs(c); err != nil {
		return limits, err
	}
	own, err := r.configs.settingsIn(r.dir)
	if err != nil {
		return limits, err
	}
	limits = limit.Limits{Time: limit.DefaultTime, Memory: limit.DefaultMemory()}
	if s := textSetting(c, limit.TimeFlag, own.Config, limit.TimeFlag, own.Timeout); s.value != "" {
		if limits.Time, err = limit.ParseTime(s.value); err != nil {
			return limits, s.wrap(err)
		}
	}
	if s := textSetting(c, limit.MemoryFlag, own.Config, limit.MemoryFlag, own.MaxMemory); s.value != "" {
		limits.Memory, err = limit.ParseMemory(s.value)
		return limits, s.wrap(err)
	}
	return limits, nil
}

// inTime finds the files of a run. If a limit ends that, it looks once more, and finds none.
func inTime[T any](r *runner, c *cli.Context, find func(*cli.Context) (T, error)) (T, error) {
	type result struct {
		found T
		err   error
	}
	made, exceeded := limit.Within(r.ctx, func(context.Context) result {
		found, err := find(c)
		return result{found, err}
	})
	if exceeded == nil {
		return made.found, made.err
	}
	var err error
	if r.configs, err = r.newConfigs(c); err != nil {
		return made.found, err
	}
	return find(c)
}

// list finds the files under the paths. If a limit ended the run, it lists only those that are files themselves.
func (r *runner) list(paths []string, o load.Options) *load.Listing {
	if limit.Of(r.ctx) != nil {
		paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return !regular.IsFile(path) })
		o.Context, o.Manifests = false, false
	}
	listing := load.List(paths, o)
	if r.files == nil {
		forgive(listing, "deleted", r.isDeleted)
	}
	return listing
}

// listStdin reads standard input, once, and finds the files around it.
func (r *runner) listStdin(c *cli.Context, o load.Options) (*load.Listing, error) {
	if limit.Of(r.ctx) != nil {
		o.Context = false
	}
	r.readsStdin.Do(func() { r.read, r.readError = io.ReadAll(io.LimitReader(r.stdin, load.MaxSize+1)) })
	if r.readError != nil {
		return nil, &load.Error{Path: "<stdin>", Err: r.readError}
	}
	return load.Stdin(bytes.NewReader(r.read), c.String("stdin-filename"), o)
}

// isInterrupted reports whether a person ended the run, and not a limit.
func (r *runner) isInterrupted() bool { return r.ctx.Err() != nil && limit.Of(r.ctx) == nil }
