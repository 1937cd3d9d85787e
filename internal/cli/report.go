package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/diagram"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/page"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/runbook/road"
)

// maxReport is the size of the largest report that --from reads, in bytes.
const maxReport = 1 << 30

func reportFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "o", Usage: "write to `FILE`: a page to FILE.html, the data to FILE.json, either to standard output with -"},
		oneOf("format", "`FORMAT` for -o -", "html", "json"),
		&cli.StringSliceFlag{Name: "from", Usage: "make it of the data in this `FILE` and in those that follow, instead of the paths; repeatable"},
		&cli.StringFlag{Name: "name", Usage: "`NAME` of the repository (default: that of the directory)"},
		releaseFlag("to", "`RELEASE` of Karpenter to plan the upgrade to (default: the newest that karplint knows, "+road.Newest()+")"),
		configFlag(),
	}
}

// writeReport writes what karplint knows about a repository, or about many, to one file.
func writeReport(r *runner, c *cli.Context) (int, error) {
	format, err := reportFormat(c)
	if err != nil {
		return 0, err
	}
	if err := reportUsage(c); err != nil {
		return 0, err
	}
	reports, code, err := reportsOf(r, c)
	if err != nil {
		return 0, err
	}
	var text bytes.Buffer
	if format == "json" {
		err = page.WriteJSON(&text, reports)
	} else {
		err = page.WriteHTML(&text, reports)
	}
	if err != nil {
		return 0, err
	}
	return code, saveReport(r, c.String("o"), text.Bytes())
}

// reportsOf returns the reports that --from names, or that of the paths. The code is exitFailed if a path could not be read.
func reportsOf(r *runner, c *cli.Context) (reports []page.Report, code int, err error) {
	if c.IsSet("from") {
		reports, err = readReports(r, slices.Concat(c.StringSlice("from"), c.Args().Slice()))
		return reports, exitOK, err
	}
	made, code, err := newReport(r, c)
	return []page.Report{made}, code, err
}

// reportFormat returns the format that -o or --format asks for.
func reportFormat(c *cli.Context) (string, error) {
	file := c.String("o")
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	switch {
	case file == "":
		return "", usage(c, "-o is missing: the file to write, such as -o report.html or -o report.json, or - for standard output")
	case file == "-":
		return c.String("format"), checkOneOf(c, "format", c.String("format"))
	case c.IsSet("format"):
		return "", usage(c, "--format is for -o -; the ending of another file says what is written: .html or .json")
	case ending == "html" || ending == "json":
		return ending, nil
	}
	return "", usage(c, "-o: %q ends neither with .html, for a page, nor with .json, for its data", file)
}

// reportUsage returns an error for flags that contradict each other.
func reportUsage(c *cli.Context) error {
	if err := checkExclusive(c, [2]string{"from", "name"}, [2]string{"from", "to"}, [2]string{"from", "config"}); err != nil {
		return err
	}
	if slices.Contains(c.Args().Slice(), "-") || slices.Contains(c.StringSlice("from"), "-") {
		return usage(c, "report reads files that belong together, and cannot read standard input")
	}
	if c.IsSet("name") && strings.TrimSpace(c.String("name")) == "" {
		return usage(c, "--name is empty: give the repository a name, by which the page and its links know it")
	}
	if _, err := road.ParseTarget(c.String("to")); err != nil {
		return usage(c, "--to: %v", err)
	}
	return nil
}

// readReports reads the data of repositories. Each has a name of its own, by which a page and its links know it.
func readReports(r *runner, files []string) (all []page.Report, err error) {
	from := map[string]string{}
	for _, file := range files {
		data, err := regular.Read(r.full(file), maxReport)
		if err != nil {
			return nil, &load.Error{Path: file, Err: err}
		}
		reports, err := page.Decode(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, one := range reports {
			if before, exists := from[one.Name]; exists {
				return nil, fmt.Errorf("%s: %s has a repository %q too; leave one out, or make it again with another --name", file, before, one.Name)
			}
			from[one.Name] = file
		}
		all = append(all, reports...)
	}
	return all, nil
}

// afterLint gets what lint found, before a baseline hides some of it. Its key is of the context of a runner.
type (
	afterLint    func(*linting, lint.Tree)
	afterLintKey struct{}
)

// newReport runs the commands that a report consists of, with the same paths. The code is exitFailed if one of them could not read a path, or a limit
// ended one.
func newReport(r *runner, c *cli.Context) (rep page.Report, code int, err error) {
	rep = page.Report{
		Version: page.Version, Generator: filetype.Generator, Name: reportName(r, c), Karplint: currentBuild().Version, Messages: []string{},
	}
	ctx := context.WithValue(r.ctx, afterLintKey{}, afterLint(func(l *linting, tree lint.Tree) { rep.Graph = graphOf(l, tree) }))
	for _, part := range []struct {
		into    *json.RawMessage
		command []string
	}{
		{&rep.Lint, []string{"lint"}},
		{&rep.Convert, []string{"convert", "--to", "v1"}},
		{&rep.Status, []string{"convert", "--to", "v1", "--status"}},
		{&rep.Plan, append([]string{"plan"}, given(c, "to")...)},
	} {
		arguments := slices.Concat([]string{"karplint"}, part.command, []string{"--format", "json"},
			given(c, "config"), given(c, limit.TimeFlag), given(c, limit.MemoryFlag), []string{"--"}, c.Args().Slice())
		run := runInside(ctx, r.dir, arguments)
		if run.err != nil {
			return rep, 0, ofReport(c, run.err)
		}
		code = max(code, failed(run.code))
		*part.into = run.out
		if run.exceeded != nil && rep.Exceeded == "" {
			rep.Exceeded = run.exceeded.Advice(part.command[0] + " and what comes after it are not complete on the page")
			rep.Messages, code = append(rep.Messages, rep.Exceeded), exitFailed
		}
		for _, line := range run.messages {
			isOfPart := part.into != &rep.Lint && strings.HasPrefix(line, nothingToCheck) // convert has nothing to do where lint may have
			if !isOfPart && !slices.Contains(rep.Messages, line) {
				rep.Messages = append(rep.Messages, line)
			}
		}
	}
	for _, line := range rep.Messages {
		r.printNote("%s", line)
	}
	rep.Sources, err = page.SourcesOf(&rep, func(file string) []byte {
		text, _ := regular.Read(filepath.Join(r.dir, filepath.FromSlash(file)), load.MaxSize) // on an error the page shows no line of it
		return text
	})
	return rep, code, err
}

// graphOf returns the picture of what was linted, as graph --format json writes it; nil if a limit ends the run.
func graphOf(l *linting, tree lint.Tree) json.RawMessage {
	made, exceeded := limit.Within(l.ctx, func(ctx context.Context) *diagram.Graph {
		graph, _ := diagram.New(ctx, tree, slices.Concat(l.result.Findings, l.result.Beyond)) // lint tells the errors
		return graph
	})
	var text bytes.Buffer
	if exceeded != nil || diagram.Write(&text, "json", made) != nil {
		return nil
	}
	return text.Bytes()
}

// failed leaves only the exit code of what could not be read: findings and decisions are in the report.
func failed(code int) int {
	if code == exitFailed {
		return exitFailed
	}
	return exitOK
}

// given returns a flag with its value if the command line has it.
func given(c *cli.Context, flag string) []string {
	if !c.IsSet(flag) {
		return nil
	}
	return []string{"--" + flag + "=" + c.String(flag)}
}

// ofReport makes an error in the command line of a command one in that of report.
func ofReport(c *cli.Context, err error) error {
	var wrong *usageError
	if errors.As(err, &wrong) {
		return usage(c, "%s", wrong.message)
	}
	return err
}

// ran is a command that ran inside of another one.
type ran struct {
	out      []byte
	messages []string // the lines of standard error, without the name of the program
	code     int
	exceeded *limit.Exceeded // the limit that ended it
	err      error
}

// runInside runs a command as Main does, with its output in memory. It reads the disk anew.
func runInside(ctx context.Context, dir string, arguments []string) ran {
	var stdout, stderr bytes.Buffer
	inner := &runner{ctx: ctx, stdin: strings.NewReader(""), out: bufio.NewWriter(&stdout), err: &stderr, stdout: &stdout, stderr: &stderr, dir: dir}
	err := inner.command(arguments)
	code := inner.flush(inner.code)
	var messages []string
	for line := range strings.Lines(stderr.String()) {
		messages = append(messages, strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "karplint: "))
	}
	return ran{bytes.TrimSpace(stdout.Bytes()), messages, code, limit.Of(inner.ctx), err}
}

// reportName returns --name, the name of the directory that is the only path, or that of the working directory.
func reportName(r *runner, c *cli.Context) string {
	dir := r.dir
	if c.IsSet("name") {
		return c.String("name")
	}
	if c.NArg() == 1 {
		dir = r.full(c.Args().First())
		if !regular.IsDir(dir) {
			dir = filepath.Dir(dir)
		}
	}
	return filepath.Base(dir)
}

// saveReport writes the report to standard output, or to a file, but not through a link.
func saveReport(r *runner, file string, text []byte) error {
	if file == "-" {
		_, err := r.out.Write(text)
		return err
	}
	r.unwatch()
	r.saves.RLock()
	defer r.saves.RUnlock()
	if r.isInterrupted() {
		return fmt.Errorf("%s: not written, because karplint was interrupted", file)
	}
	if err := save.New(file, text, true); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}
