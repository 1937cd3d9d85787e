package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"
)

// maxMessage bounds the bytes of a message: a client sends the whole text of a file, in which JSON escapes some characters.
const maxMessage = 128 << 20

// The codes of JSON-RPC and of the Language Server Protocol.
const (
	parseError     = -32700
	invalidRequest = -32600
	unknownMethod  = -32601
	invalidParams  = -32602
	internalError  = -32603
	notInitialized = -32002
)

// rpcError is the error of a response.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// message is a request, a notification (without an ID) or a response (without a Method).
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
}

func (m *message) isRequest() bool { return m.Method != "" && len(m.ID) > 0 }

// response answers a request. Result is null if there is an error, which some clients need.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type errorResponse struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *rpcError       `json:"error"`
}

type outgoing struct {
	Version string `json:"jsonrpc"`
	ID      int    `json:"id,omitempty"` // 0: a notification
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// wire reads and writes messages. Each begins with a header of its length in bytes. The libraries for JSON-RPC end the connection at the first
// message that is not JSON; here the client gets an error, and the next message is read.
type wire struct {
	in *bufio.Reader

	mu     sync.Mutex
	out    io.Writer
	failed error // of the first message that could not be written
	lastID int
}

// read returns the next message. A message that is not one is an *rpcError, after which reading goes on; any other error, such as io.EOF, is the end.
func (w *wire) read() (*message, error) {
	length, err := w.readHeader()
	if err != nil {
		return nil, err
	}
	if length > maxMessage {
		if _, err := io.CopyN(io.Discard, w.in, length); err != nil {
			return nil, err
		}
		return nil, &rpcError{invalidRequest, fmt.Sprintf("a message has %d bytes, and at most %d are read", length, maxMessage)}
	}
	var body bytes.Buffer // it grows with what is there: the header may promise more
	if _, err := io.CopyN(&body, w.in, length); err != nil {
		return nil, err
	}
	m := &message{}
	if err := json.Unmarshal(body.Bytes(), m); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return nil, &rpcError{invalidRequest, "not a message of JSON-RPC: " + err.Error()}
		}
		return nil, &rpcError{parseError, "a message is not JSON: " + err.Error()}
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	return m, nil
}

// readHeader returns the length of the next message. Without one, nothing tells where a further message begins, so every error is the end.
func (w *wire) readHeader() (int64, error) {
	header, err := textproto.NewReader(w.in).ReadMIMEHeader()
	if err != nil {
		return 0, err
	}
	length, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		return 0, fmt.Errorf("the header of a message has no length, but Content-Length: %q", header.Get("Content-Length"))
	}
	return length, nil
}

// respond answers a request.
func (w *wire) respond(id json.RawMessage, result any, err error) {
	var failed *rpcError
	switch {
	case err == nil:
		w.write(response{"2.0", id, result})
		return
	case !errors.As(err, &failed):
		failed = &rpcError{internalError, err.Error()}
	}
	if id == nil {
		id = json.RawMessage("null")
	}
	w.write(errorResponse{"2.0", id, failed})
}

// notify sends a notification.
func (w *wire) notify(method string, params any) { w.write(outgoing{"2.0", 0, method, params}) }

// request sends a request, whose response is not used.
func (w *wire) request(method string, params any) {
	w.mu.Lock()
	w.lastID++
	id := w.lastID
	w.mu.Unlock()
	w.write(outgoing{"2.0", id, method, params})
}

func (w *wire) write(content any) {
	body, err := json.Marshal(content)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil && w.failed == nil {
		_, err = w.out.Write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body))
	}
	if w.failed == nil {
		w.failed = err
	}
}
