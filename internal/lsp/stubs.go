package lsp

import protocol "github.com/tliron/glsp/protocol_3_16"

const (
	fixAllKind     = "source.fixAll"
	convertCommand = "karplint.convert"
)

func (s *server) codeActions(p *protocol.CodeActionParams) (any, error) { return nil, nil }
func (s *server) hover(p *protocol.HoverParams) (any, error)            { return nil, nil }
func (s *server) complete(p *protocol.CompletionParams) (any, error)    { return nil, nil }
func (s *server) execute(p *protocol.ExecuteCommandParams) (any, error) { return nil, nil }
