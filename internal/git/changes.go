package git

import (
	"slices"
	"strings"
)

// Change is a file that differs between two commits, or between a commit and the index. Paths are relative to the root.
type Change struct {
	From, To             string // the paths: "" From for a new file, "" To for a deleted one; they differ for a renamed file
	FromBlob, ToBlob     string // the hashes of regular files; else ""
	FromCommit, ToCommit string // of a submodule; else ""
}

// Staged returns the changes from a commit to the index.
func (r *Repository) Staged(revision string) ([]Change, error) {
	if revision == "" {
		s, err := r.Index()
		return s.added(), err
	}
	hash, err := r.hash(revision)
	if err != nil {
		return nil, err
	}
	return r.changes("diff-index", "--cached", "--raw", "-z", "-M", allSubmodules, hash)
}

// Between returns the changes from one commit to another.
func (r *Repository) Between(from, to string) ([]Change, error) {
	if from == "" {
		s, err := r.Tree(to)
		return s.added(), err
	}
	hashFrom, hashTo, err := r.bothHashes(from, to)
	if err != nil {
		return nil, err
	}
	return r.changes("diff-tree", "-r", "--raw", "-z", "-M", allSubmodules, hashFrom, hashTo)
}

// allSubmodules shows changed submodules that .gitmodules or the configuration hides.
const allSubmodules = "--ignore-submodules=none"

// added returns a change for each entry.
func (s *Snapshot) added() (changes []Change) {
	if s == nil {
		return nil
	}
	for name, e := range s.entries {
		c := Change{To: name}
		switch {
		case e.isSubmodule:
			c.ToCommit = e.hash
		case e.mode.IsRegular():
			c.ToBlob = e.hash
		}
		if e.hash != "" {
			changes = append(changes, c)
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.To, b.To) })
	return changes
}

// changes returns what a command prints as ":100644 100644 bcd1234 0123456 R86", a path, and a second one for a renamed file.
func (r *Repository) changes(command ...string) (changes []Change, err error) {
	out, err := r.output(command...)
	if err != nil {
		return nil, err
	}
	parts := slices.Collect(records(out))
	for len(parts) > 1 {
		fields := strings.Fields(strings.TrimPrefix(parts[0], ":"))
		if len(fields) != 5 {
			return nil, &Error{Message: "git " + command[0] + " printed what karplint cannot read", Help: "report the version of git"}
		}
		c := Change{From: parts[1], To: parts[1]}
		parts = parts[2:]
		switch status := fields[4][:1]; {
		case status == "A":
			c.From = ""
		case status == "D":
			c.To = ""
		case (status == "R" || status == "C") && len(parts) > 0:
			c.To, parts = parts[0], parts[1:]
		}
		c.FromBlob, c.FromCommit = objects(fields[0], fields[2])
		c.ToBlob, c.ToCommit = objects(fields[1], fields[3])
		changes = append(changes, c)
	}
	return changes, nil
}

// objects returns the hash of an entry with a mode, as that of a regular file or of a submodule.
func objects(mode, hash string) (blob, commit string) {
	switch {
	case mode == modeSubmodule:
		return "", hash
	case strings.HasPrefix(mode, "100"):
		return hash, ""
	}
	return "", ""
}
