//go:build !race

package cputime

// RaceDetector is false in tests without the race detector.
const RaceDetector = false
