// Package terraform compares karplint's evaluation of Terraform with OpenTofu's: each expression of the projects in testdata, and
// generated ones, are evaluated by `tofu console` and by parsers/hcl. It has tests only.
package terraform
