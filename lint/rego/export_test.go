package rego

// For the test that writes compiled.bin.
var (
	RuleSources = regoSources
	FactSources = factSources
	SumSources  = sumSources
)
