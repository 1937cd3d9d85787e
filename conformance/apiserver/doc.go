// Package apiserver processes the creation of a Karpenter object as the API server does, with the API server's own code and the
// schemas of every release. karplint's admission check is compared with it.
package apiserver
