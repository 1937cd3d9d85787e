package kubelet

import (
	"path"
	"slices"
	"strings"
)

// pairedByName returns the class among several of one name that the names of the files give to a pool: nodepool-dev.yaml means the
// class in ec2nodeclass-dev.yaml rather than the one in ec2nodeclass-prod.yaml. It returns nil if they tell nothing, or there is no choice.
func pairedByName(pool string, classes []*classUse) (paired *classUse) {
	if len(classes) < 2 {
		return nil
	}
	poolWords := wordsOf(pool)
	for _, c := range classes {
		words := slices.DeleteFunc(wordsOf(c.path), func(word string) bool { return isShared(word, classes) })
		isElsewhere := path.Dir(c.path) != path.Dir(pool) || len(words) == 0
		if isElsewhere || slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(poolWords, word) }) {
			continue
		}
		if paired != nil {
			return nil
		}
		paired = c
	}
	return paired
}

// isShared reports whether the names of all files of the classes have a word.
func isShared(word string, classes []*classUse) bool {
	return !slices.ContainsFunc(classes, func(c *classUse) bool { return !slices.Contains(wordsOf(c.path), word) })
}

// wordsOf returns the words in the name of a file, without its ending.
func wordsOf(file string) []string {
	name := path.Base(file)
	name = strings.TrimSuffix(name, path.Ext(name))
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_. ", r) })
}
