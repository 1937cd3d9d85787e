package lint

// Merge puts the results of files and projects together. What several of them say about the same bytes stands
// once: a module may belong to two roots, and a manifest to a file of its own and to a Terraform root that reads it. A
// suppression that one of them used is not reported as unused because another had no use for it. Files are added up.
func Merge(results ...Result) Result {
	var all Result
	for _, r := range results {
		all.Findings = append(all.Findings, r.Findings...)
		all.Files += r.Files
		all.Suppressed += r.Suppressed
	}
	Sort(all.Findings)
	all.Findings = unique(all.Findings)
	fingerprints(all.Findings)
	return all
}
