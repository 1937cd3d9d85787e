package git

import (
	"iter"
	"strings"
)

// listed is an entry of a commit or of the index.
type listed struct {
	isSkipped         bool // it need not be in the working tree
	mode, hash, stage string
	path              string
}

// Tree returns the files of a commit.
func (r *Repository) Tree(revision string) (*Snapshot, error) {
	s := r.newSnapshot()
	if revision == "" {
		return s, nil
	}
	hash, err := r.hash(revision)
	if err != nil {
		return nil, err
	}
	out, err := r.output("ls-tree", "-rz", "--full-tree", hash)
	if err != nil {
		return nil, err
	}
	for record := range records(out) {
		var e listed // "100644 blob 5716ca59\tpath"
		head, name, _ := strings.Cut(record, "\t")
		if fields := strings.Fields(head); len(fields) == 3 {
			e.mode, e.hash, e.path = fields[0], fields[2], name
		}
		s.add(e)
	}
	return s, nil
}

// Index returns the files of the index. In a merge with conflicts these are ours, else theirs, else those of the base. An entry of git add -N is an
// empty file.
func (r *Repository) Index() (*Snapshot, error) {
	return r.indexed(r.newSnapshot(), func(listed) bool { return true })
}

// WorkTree returns the files on the disk. Those that git leaves out of the working tree, in a sparse checkout, are those of the index.
func (r *Repository) WorkTree() (*Snapshot, error) {
	s := r.newSnapshot()
	s.isSparse = true
	return r.indexed(s, func(e listed) bool { return e.isSkipped })
}

// indexed adds the entries of the index that are wanted.
func (r *Repository) indexed(s *Snapshot, isWanted func(listed) bool) (*Snapshot, error) {
	entries, err := r.index()
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if isWanted(e) {
			s.add(e)
		}
	}
	return s, nil
}

// index returns the entries of the index. Of entries for the same path, the one that counts comes first.
func (r *Repository) index() ([]listed, error) {
	out, err := r.output("ls-files", "-stz")
	if err != nil {
		return nil, err
	}
	stages := map[string][]listed{}
	for record := range records(out) { // "H 100644 5716ca59 0\tpath"
		head, name, _ := strings.Cut(record, "\t")
		fields := strings.Fields(head)
		if len(fields) != 4 {
			return nil, &Error{Message: "git ls-files printed what karplint cannot read", Help: "report the version of git"}
		}
		stages[fields[3]] = append(stages[fields[3]], listed{fields[0] == "S", fields[1], fields[2], fields[3], name})
	}
	merged := stages["0"]
	for _, stage := range []string{"2", "3", "1"} {
		merged = append(merged, stages[stage]...)
	}
	return merged, nil
}

// records returns the parts of an output that a NUL ends.
func records(out string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for part := range strings.SplitAfterSeq(out, "\x00") {
			if record, ended := strings.CutSuffix(part, "\x00"); ended && !yield(record) {
				return
			}
		}
	}
}
