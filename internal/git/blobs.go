package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/regular"
)

// blobs is one git cat-file, which is asked for one object after another.
type blobs struct {
	sync.Mutex
	cmd  *exec.Cmd // nil while none runs
	in   io.WriteCloser
	out  io.ReadCloser
	text *bufio.Reader // of out
	said *beginning
}

// errNoBlob means that git has no such object, or that it is no file.
var errNoBlob = errors.New("missing")

// Content returns the bytes of a file with a hash, of at most limit bytes: those at its path on the disk, if they have the hash, or those of git.
// Errors are regular.ErrTooLarge, and those that Err returns.
func (r *Repository) Content(path, hash string, limit int) ([]byte, error) {
	if data, ok := r.onDisk(path, hash, limit); ok {
		return data, nil
	}
	data, _, err := r.blob(path, hash, limit)
	return data, err
}

// blob returns the bytes of a file, if there are at most limit of them, and their number, if git has it. Any error but regular.ErrTooLarge is
// remembered.
func (r *Repository) blob(path, hash string, limit int) ([]byte, int64, error) {
	b := &r.blobs
	b.Lock()
	defer b.Unlock()
	if r.ctx.Err() != nil {
		return nil, 0, context.Cause(r.ctx)
	}
	if b.cmd == nil {
		if err := b.start(r.command("cat-file", "--batch")); err != nil {
			return nil, 0, r.fail(r.lost(path, "", err))
		}
	}
	data, size, err := b.read(hash, limit)
	switch {
	case err == nil, errors.Is(err, regular.ErrTooLarge):
		return data, size, err
	case errors.Is(err, errNoBlob):
		return nil, 0, r.fail(r.lost(path, "", err))
	}
	b.stop()
	return nil, 0, r.fail(r.lost(path, b.said.String(), err))
}

// lost returns the error about a file that git does not give.
func (r *Repository) lost(path, stderr string, err error) error {
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if errors.Is(err, errNoBlob) || strings.Contains(stderr, "promisor remote") {
		return &Error{Message: "git lacks the content of " + quoted(path) + ", as in a partial clone, and karplint fetches nothing", Help: refetch}
	}
	return r.explain("cat-file", stderr, err)
}

func (b *blobs) start(cmd *exec.Cmd, said *beginning) (err error) {
	if b.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	if b.out, err = cmd.StdoutPipe(); err != nil {
		return err
	}
	if err = cmd.Start(); err != nil {
		return err
	}
	b.cmd, b.text, b.said = cmd, bufio.NewReader(b.out), said
	return nil
}

// stop ends the program.
func (b *blobs) stop() {
	if b.cmd == nil {
		return
	}
	_ = b.in.Close()  // it may have ended by itself
	_ = b.out.Close() // else it waits until the rest is read
	_ = b.cmd.Wait()
	b.cmd = nil
}

func (b *blobs) read(hash string, limit int) (data []byte, size int64, err error) {
	if _, err := io.WriteString(b.in, hash+"\n"); err != nil {
		return nil, 0, err
	}
	line, err := b.text.ReadString('\n')
	if err != nil {
		return nil, 0, err
	}
	var kind string
	if strings.HasSuffix(line, " missing\n") {
		return nil, 0, errNoBlob
	}
	if _, err := fmt.Sscanf(line, hash+" %s %d\n", &kind, &size); err != nil {
		return nil, 0, err
	}
	content := io.LimitReader(b.text, size)
	if size <= int64(limit) {
		data, err = regular.ReadAll(content, size, limit)
	} else {
		_, err = regular.ReadAll(content, 0, limit) // the error for a file that is too large
	}
	if _, broken := io.Copy(io.Discard, content); broken != nil {
		return nil, 0, broken
	}
	end, broken := b.text.ReadByte()
	switch {
	case broken != nil:
		return nil, 0, broken
	case end != '\n' || err == nil && int64(len(data)) != size:
		return nil, 0, io.ErrUnexpectedEOF
	case kind != "blob":
		return nil, 0, errNoBlob
	}
	return data, size, err
}
