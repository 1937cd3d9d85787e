package rootmodule

import (
	"slices"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// otherProvider matches identity providers that are not that of a cluster: those of CI systems, of people and of SAML, by their hosts or by what
// a root calls them.
var otherProvider = pattern.New(`(?i)githubusercontent\.com|gitlab\.|api\.bitbucket\.org|oidc\.circleci\.com|agent\.buildkite\.com` +
	`|app\.terraform\.io|spacelift\.io|accounts\.google\.com|cognito-identity\.|graph\.facebook\.com|www\.amazon\.com|saml[-_]provider` +
	`|\b(?:aws_iam_openid_connect_provider|module|var|local)\.[\w-]*(?:github|gitlab|gha\b)`)

// isOtherProvider reports whether the providers of identities that a statement trusts are certainly not that of a cluster: each is known as
// another one, or a condition is about the identity that such a provider gives.
func isOtherProvider(names, statement *model.Value) bool {
	providers := []*model.Value{names}
	if names.IsWholeList() {
		providers = names.Items
	}
	isCluster := func(v *model.Value) bool { return v == nil || !otherProvider().MatchString(v.Text) }
	if len(providers) > 0 && !slices.ContainsFunc(providers, isCluster) {
		return true
	}
	for _, condition := range statement.Get("condition").Children() {
		if variable := condition.Get("variable"); variable != nil && otherProvider().MatchString(variable.Text) {
			return true
		}
	}
	for _, operator := range statement.Get("Condition").Children() {
		if operator.IsMap() && slices.ContainsFunc(operator.Entries, func(e *model.Entry) bool { return otherProvider().MatchString(e.Key.Text) }) {
			return true
		}
	}
	return false
}
