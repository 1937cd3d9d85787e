package known

import (
	"strings"

	"github.com/karplint/karplint/base/pattern"
)

// placeholder matches text that somebody must replace: <cluster-name>, YOUR_CLUSTER, your-cluster, REPLACE_ME, AMI_TO_REPLACE,
// subnet-xxxx, an ARN with :xxxx:.
var placeholder = pattern.New(`<[A-Za-z][^<>]*>` +
	`|\b(YOUR|MY)_[A-Z]+` +
	`|\byour[-_](account|ami|aws|cluster|eks|iam|instance|key|kms|name|node|region|role|security|sg|subnet|vpc)\b` +
	`|(?i:\breplace[-_ ]?(me|this|with)(\b|_)|\bchange[-_ ]?(me|this)(\b|_)|[-_ ]to[-_ ](be[-_ ])?(replaced?|changed?)\b)` +
	`|^(TODO|FIXME)$|^[xX]{3,}$|^(ami|cr|i|lt|pg|sg|snap|subnet|vpc)-[xX]{3,}$|:[xX]{3,}[:/]`)

// partsOfPlaceholders are lower-case texts, one of which is in every placeholder. Searching them first is faster than the
// expression.
var partsOfPlaceholders = []string{"<", "your", "my_", "replace", "change", "todo", "fixme", "xxx"}

// shellVariable matches a variable that envsubst replaces: $GROUP. It need not match ${GROUP}, which parsers treat as a template.
var shellVariable = pattern.New(`\$[A-Z_][A-Z0-9_]*`)

// IsOpen reports whether the text contains a placeholder or a shell variable, so that the cluster gets another text.
func IsOpen(text string) bool {
	return strings.Contains(text, "$") && shellVariable().MatchString(text) || IsPlaceholder(text)
}

// IsPlaceholder reports whether a text contains a placeholder. A text with a $ does not count, because a tool such as envsubst
// completes it.
func IsPlaceholder(text string) bool {
	lower := strings.ToLower(text)
	for _, part := range partsOfPlaceholders {
		if strings.Contains(lower, part) {
			return !strings.Contains(text, "$") && placeholder().MatchString(text)
		}
	}
	return false
}
