// Command editor measures karplint lsp: how long after a change its diagnostics come, and whether its memory grows.
//
//	editor -karplint ../karplint -repo DIR [-file PATH] [-changes 2000]
//
// It types into a manifest of a repository, such as one that bench -keep leaves, and waits for the diagnostics after each change. The live heap is
// that of the last garbage collection before a count, as Go's own trace says it.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	karplint := flag.String("karplint", "../karplint", "the program")
	repo := flag.String("repo", "", "the repository")
	file := flag.String("file", "deploy/000/app-00/karpenter.yaml", "the manifest in it to type into")
	changes := flag.Int("changes", 2000, "how many changes")
	flag.Parse()
	if err := run(*karplint, *repo, *file, *changes); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(karplint, repo, file string, changes int) error {
	repo, err := filepath.Abs(repo)
	if err != nil {
		return err
	}
	path := filepath.Join(repo, file)
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%w; -repo takes a repository that bench -keep leaves", err)
	}
	e, err := start(karplint)
	if err != nil {
		return err
	}
	uri := "file://" + path
	e.send(1, "initialize", map[string]any{"rootUri": "file://" + repo, "capabilities": map[string]any{}})
	e.send(0, "initialized", map[string]any{})
	begin := time.Now()
	e.send(0, "textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": "yaml", "version": 0, "text": string(text)},
	})
	if err := e.wait(uri, 0); err != nil {
		return err
	}
	fmt.Printf("first: %d ms\n", time.Since(begin).Milliseconds())
	var took []time.Duration
	lines := strings.Split(string(text), "\n")
	for version := 1; version <= changes; version++ {
		begin := time.Now()
		e.send(0, "textDocument/didChange", map[string]any{
			"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": []any{changeOf(lines, version)},
		})
		if err := e.wait(uri, version); err != nil {
			return err
		}
		took = append(took, time.Since(begin))
		if version%500 == 0 {
			e.report(version, took)
		}
	}
	e.send(2, "shutdown", nil)
	e.send(0, "exit", nil)
	return e.command.Wait()
}

// changeOf returns a change of one line, after which the text does not parse every second time, as while somebody types.
func changeOf(lines []string, version int) map[string]any {
	number := (version / 2) % len(lines)
	text := lines[number]
	if version%2 == 1 {
		text += strings.Repeat("x", version%7) + ": ["
	}
	at := map[string]any{"line": number, "character": 0}
	return map[string]any{"range": map[string]any{"start": at, "end": map[string]any{"line": number, "character": 100_000}}, "text": text}
}

// editor is a running server.
type editor struct {
	command *exec.Cmd
	in      io.Writer
	out     *bufio.Reader

	mu   sync.Mutex
	live string // of the last garbage collection, in MB
}

var collection = regexp.MustCompile(`^gc .* \d+->\d+->(\d+) MB`)

func start(karplint string) (*editor, error) {
	e := &editor{command: exec.Command(karplint, "lsp")}
	e.command.Env = append(os.Environ(), "GODEBUG=gctrace=1")
	in, err := e.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	logs, err := e.command.StderrPipe()
	if err != nil {
		return nil, err
	}
	e.in, e.out = in, bufio.NewReader(out)
	go func() {
		for scanner := bufio.NewScanner(logs); scanner.Scan(); {
			if m := collection.FindStringSubmatch(scanner.Text()); m != nil {
				e.mu.Lock()
				e.live = m[1]
				e.mu.Unlock()
			}
		}
	}()
	return e, e.command.Start()
}

func (e *editor) send(id int, method string, params any) {
	m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	if id > 0 {
		m["id"] = id
	}
	body, _ := json.Marshal(m)
	fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
}

// wait reads messages until the diagnostics of a version come.
func (e *editor) wait(uri string, version int) error {
	for {
		length := 0
		for {
			line, err := e.out.ReadString('\n')
			if err != nil {
				return errors.New("the server has ended")
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			length, _ = strconv.Atoi(strings.TrimPrefix(line, "Content-Length: "))
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(e.out, body); err != nil {
			return err
		}
		var m struct {
			Method string
			Params struct {
				URI     string
				Version *int
			}
		}
		if err := json.Unmarshal(body, &m); err != nil {
			return err
		}
		if m.Method == "textDocument/publishDiagnostics" && m.Params.URI == uri && m.Params.Version != nil && *m.Params.Version == version {
			return nil
		}
	}
}

func (e *editor) report(version int, took []time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	sorted := slices.Sorted(slices.Values(took))
	at := func(part float64) float64 {
		return float64(sorted[int(part*float64(len(sorted)-1))].Microseconds()) / 1000
	}
	const line = "after %d changes: median %.0f ms, 95th percentile %.0f ms, longest %.0f ms; live heap %s MB\n"
	fmt.Printf(line, version, at(0.5), at(0.95), at(1), e.live)
}
