// Package terraform holds karplint's evaluation of Terraform to what OpenTofu says: each expression of the projects in testdata, and
// generated ones, are evaluated by `tofu console` and by parsers/hcl. It has tests only.
package terraform
