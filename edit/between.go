package edit

// Between returns edits of whole lines that turn before into after.
func Between(before, after []byte) []Edit {
	var edits []Edit
	for _, e := range lineEdits(string(before), string(after)) {
		edits = append(edits, Edit{Start: e.Start, End: e.End, New: e.New})
	}
	return edits
}
