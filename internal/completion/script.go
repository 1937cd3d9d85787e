package completion

import (
	"embed"
)

// Command is the command by which the scripts ask karplint for candidates. The words after it are those of a command line, up to the cursor.
const Command = "__complete"

//go:embed scripts
var scripts embed.FS

// Shells returns the shells that have a script.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Script returns the script for a shell; the error is not nil if there is none.
func Script(shell string) ([]byte, error) { return scripts.ReadFile("scripts/karplint." + shell) }
