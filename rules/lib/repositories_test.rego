package karplint.lib.repositories_test

import data.karplint.lib.repositories
import data.karplint.lib.versions

from(repository) := {"value": {"repository": repository}}

test_registry if {
	every repository in ["oci://public.ecr.aws/karpenter", "public.ecr.aws/karpenter/", "oci://123456789012.dkr.ecr.eu-west-1.amazonaws.com/ecr-public/karpenter"] {
		repositories.from_registry(from(repository))
	}
	every repository in ["oci://registry.example.com/karpenter", "https://charts.karpenter.sh", "file:karpenter", {"$unknown": "HelmRepository/karpenter"}, null] {
		not repositories.from_registry(from(repository))
	}
}

test_old_home if {
	repositories.from_old_home(from("https://charts.karpenter.sh/"))
	not repositories.from_old_home(from("oci://public.ecr.aws/karpenter"))
}

test_tag if {
	repositories.tag([0, 16, 3]) == "0.16.3"
	repositories.tag([0, 17, 0]) == "v0.17.0"
	repositories.tag([0, 34, 1]) == "v0.34.1"
	repositories.tag([0, 35, 0]) == "0.35.0"
}

test_intervals if {
	repositories.in_registry(versions.range(">= 0.17.0"))
	repositories.before_registry(versions.range("~> 0.16.0"))
	not repositories.in_registry(versions.range(">= 0.16.0"))
	not repositories.before_registry(versions.range(">= 0.16.0"))
}
