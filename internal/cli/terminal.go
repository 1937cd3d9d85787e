package cli

import (
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/karplint/karplint/internal/terminal"
)

// terminalOf returns what a standard output is written to, with the colours that --color asks for.
func terminalOf(c *cli.Context, out io.Writer) (terminal.Terminal, error) {
	if err := checkOneOf(c, "color", c.String("color")); err != nil {
		return terminal.Terminal{}, err
	}
	var t terminal.Terminal
	t.Width, _ = strconv.Atoi(os.Getenv("COLUMNS")) // 0 if it is no number
	if columns, ok := terminalWidth(out); ok {
		t.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
		t.Width = columns
		t.Links = t.Color && showsLinks()
	}
	switch c.String("color") {
	case "always":
		t.Color = true
	case "never":
		t.Color, t.Links = false, false
	}
	return t, nil
}

// terminalWidth returns the columns of a terminal, 0 if they are unknown, and whether it is one.
func terminalWidth(w io.Writer) (columns int, ok bool) {
	if !isTerminal(w) {
		return 0, false
	}
	columns, _, _ = term.GetSize(int(w.(*os.File).Fd())) //nolint:gosec // isTerminal: it is a file, whose number is small
	return columns, true
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// showsLinks reports whether the terminal is one of those that show links (OSC 8). There is no way to ask it, so the names that the terminals
// themselves set in the environment count: https://github.com/Alhadis/OSC8-Adoption.
func showsLinks() bool {
	vte, _ := strconv.Atoi(os.Getenv("VTE_VERSION")) // 5000 is 0.50
	return vte >= 5000 || os.Getenv("WT_SESSION") != "" || os.Getenv("KONSOLE_VERSION") != "" ||
		slices.Contains([]string{"iTerm.app", "WezTerm", "vscode", "ghostty", "zed", "Hyper"}, os.Getenv("TERM_PROGRAM")) ||
		slices.Contains([]string{"xterm-kitty", "alacritty", "foot"}, os.Getenv("TERM"))
}
