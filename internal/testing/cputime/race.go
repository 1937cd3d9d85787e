//go:build race

package cputime

// RaceDetector is true in tests with the race detector. It computes up to ten times longer, and allocates more: sync.Pool then forgets a
// part of what is put back.
const RaceDetector = true
