package inventory

import (
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/fileset"
)

// maxText bounds the bytes of a file that is searched: nobody writes longer ones by hand.
const maxText = 256 << 10

// ApplyCRDs reports whether a script, a pipeline, a kustomization, or a source in git of Argo CD or Flux may apply Karpenter's CRDs: one of the
// files in the repositories of the inputs that are not Terraform's.
func ApplyCRDs(inputs []fileset.Input, files fileset.Files) bool {
	searched := map[string]bool{}
	var queue []string
	for _, in := range inputs {
		for dir := path.Dir(in.Path); !searched[dir]; dir = path.Join(dir, "..") {
			if _, err := files.ReadDir(dir); err != nil { // it is above the repository
				break
			}
			searched[dir] = true
			queue = append(queue, dir)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		entries, _ := files.ReadDir(queue[0])
		for _, e := range entries {
			name := path.Join(queue[0], e.Name())
			switch {
			case searched[name] || isTools(e.Name()):
			case isText(e) && mayApplyCRDs(files, name):
				return true
			case e.IsDir():
				queue = append(queue, name)
			}
			searched[name] = true
		}
	}
	return false
}

// isTools reports whether a directory of this name belongs to a tool.
func isTools(name string) bool {
	return name == ".git" || name == ".terraform" || name == ".terragrunt-cache" || name == "node_modules"
}

// isText reports whether an entry is a file that a person may have written.
func isText(e fs.DirEntry) bool {
	if !e.Type().IsRegular() {
		return false
	}
	info, err := e.Info()
	return err != nil || info.Size() <= maxText
}

var (
	crdComment = regexp.MustCompile(`(?m)(^|\s)#.*$`)
	crdWord    = regexp.MustCompile("(?i)[^\\s\"'`,\\[\\]{}()]*(crd|karpenter\\.(sh|k8s\\.aws)_)[^\\s\"'`,\\[\\]{}()]*")
)

// mayApplyCRDs reports whether a file that mentions Karpenter names CRDs: in a script by any word but a flag, elsewhere by a path or an address.
func mayApplyCRDs(files fileset.Files, name string) bool {
	isScript := isScript(name)
	if !isScript && !filetype.IsManifest(name) && path.Ext(name) != ".md" {
		return false
	}
	text, err := files.ReadFile(name)
	if err != nil || !MentionsKarpenter(text) {
		return false
	}
	for _, word := range crdWord.FindAll(crdComment.ReplaceAll(text, nil), -1) {
		if namesCRDs(string(word), isScript) {
			return true
		}
	}
	return false
}

// isScript reports whether a file of this name may contain commands: of a shell, or of make and the like.
func isScript(name string) bool {
	switch path.Ext(name) {
	case ".sh", ".bash", ".zsh", ".py", ".ps1", ".mk", ".hcl", "":
		return true
	}
	return false
}

// namesCRDs reports whether a word may name CRDs of Karpenter: what has the address of another product does not.
func namesCRDs(word string, isScript bool) bool {
	isAddress := strings.Contains(word, "://") && !MentionsKarpenter([]byte(word))
	return !isAddress && !strings.HasPrefix(word, "-") && (isScript || strings.Contains(word, "/"))
}
