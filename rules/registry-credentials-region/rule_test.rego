package karplint.rules.registry_credentials_region_test

import data.karplint.lib.given
import data.karplint.rules.registry_credentials_region as rule

reports(value) := found if {
	token := given.in_terraform("RegistryToken", "data.aws_ecrpublic_authorization_token.token", value)
	found := rule.report with input as given.project([token], {"data.aws_ecrpublic_authorization_token.token": []}, "1.0.8")
}

test_region_of_the_provider if {
	some found in reports({"configured": true, "region": "eu-west-1"})
	found.path == []
	found.message == "the credentials for public.ecr.aws are read in region \"eu-west-1\""
	contains(found.why, "api.ecr-public.eu-west-1.amazonaws.com")
	startswith(found.help, "set provider")
}

test_own_region if {
	some found in reports({"configured": false, "region": "eu-west-1"})
	found.path == ["region"]
	found.help == "set region to \"us-east-1\""
}

test_silent if {
	every region in ["us-east-1", "us-west-2", "", null, {"$unknown": "var.region"}] {
		reports({"configured": true, "region": region}) == set()
	}
	reports({"configured": true}) == set()
}
