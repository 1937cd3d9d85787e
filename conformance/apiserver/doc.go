// Package apiserver does what the API server does with an object of Karpenter when it is created, with the API server's own code and the
// schemas of every release. It is the judge of karplint's admission check.
package apiserver
