// Package hcl is the place of the parser for Terraform. It holds no code yet.
//
// It will read .tf files into model.Document values of syntax model.HCL: blocks become
// resources, what cannot be known without running Terraform (a variable without a default, a
// data source) becomes model.Unknown, and a manifest inside a heredoc or a string becomes a
// document of its own, located in the Terraform file.
package hcl
