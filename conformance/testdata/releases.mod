// The releases of Karpenter whose CRDs are judges, beside the one in ../go.mod. Nothing of them is compiled, so no module of Go could
// require them and stay tidy: this file is for go mod download -modfile.
module github.com/karplint/karplint/conformance

go 1.26.0

require (
	github.com/aws/karpenter v0.32.10
	github.com/aws/karpenter-provider-aws v1.14.1
)
