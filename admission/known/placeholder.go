package known

import (
	"strings"

	"github.com/karplint/karplint/base/pattern"
)

// placeholder is what someone was to replace: <cluster-name>, YOUR_CLUSTER, your-cluster, REPLACE_ME, AMI_TO_REPLACE, subnet-xxxx, an ARN with :xxxx:.
var placeholder = pattern.New(`<[A-Za-z][^<>]*>` +
	`|\b(YOUR|MY)_[A-Z]+` +
	`|\byour[-_](account|ami|aws|cluster|eks|iam|instance|key|kms|name|node|region|role|security|sg|subnet|vpc)\b` +
	`|(?i:\breplace[-_ ]?(me|this|with)\b|\bchange[-_ ]?me\b|[-_ ]to[-_ ](be[-_ ])?(replaced?|changed?)\b)` +
	`|^(TODO|FIXME)$|^[xX]{3,}$|^(ami|cr|i|lt|pg|sg|snap|subnet|vpc)-[xX]{3,}$|:[xX]{3,}[:/]`)

// partsOfPlaceholders are the texts of which each placeholder contains one, in lower case. They are found faster than the expression.
var partsOfPlaceholders = []string{"<", "your", "my_", "replace", "change", "todo", "fixme", "xxx"}

// shellVariable is what envsubst replaces: $GROUP. ${GROUP} is a template to the parsers, and unknown as such.
var shellVariable = pattern.New(`\$[A-Z_][A-Z0-9_]*`)

// IsOpen reports whether a text is not what the cluster gets: it contains a placeholder, or a variable of a shell.
func IsOpen(text string) bool {
	return strings.Contains(text, "$") && shellVariable().MatchString(text) || IsPlaceholder(text)
}

// IsPlaceholder reports whether a text contains a placeholder. One with a $ is filled in by someone, as envsubst does.
func IsPlaceholder(text string) bool {
	lower := strings.ToLower(text)
	for _, part := range partsOfPlaceholders {
		if strings.Contains(lower, part) {
			return !strings.Contains(text, "$") && placeholder().MatchString(text)
		}
	}
	return false
}
