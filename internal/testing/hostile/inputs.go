package hostile

// Inputs are all of them, by topic.
var Inputs = slicesOf(syntax, objects, renames, suppressions, templates, charts, kustomizations, installations, expressions, loops, instances, blocks, files, settings, output, knownValues, admitted, roads, wide, wideModules, named, piped, pairs, renamePairs, projects, pairsOfLint, members, unforeseen)
