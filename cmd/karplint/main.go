// Command karplint checks and migrates Karpenter configuration where it is written.
package main

import (
	"os"

	"github.com/karplint/karplint/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
