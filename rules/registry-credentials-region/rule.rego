# METADATA
# title: The credentials for the public registry are read in a region that has none
# description: |
#   Karpenter's charts are in the public registry of ECR. Many configurations log in there with the data source `aws_ecrpublic_authorization_token`. It
#   asks ECR Public in the region of its provider, or from version 6 of the AWS provider on in its own `region`. ECR Public gives credentials for all
#   regions in `us-east-1` alone, and has no endpoint in most others. So the plan of a cluster in `eu-west-1` fails, and Karpenter is never installed.
#
#   **What you see.** Not in the cluster, but in `terraform plan`: `error getting Public ECR authorization token: RequestError: send request failed …
#   dial tcp: lookup api.ecr-public.us-east-2.amazonaws.com: no such host`
#   ([karpenter#3015](https://github.com/aws/karpenter-provider-aws/issues/3015)).
#
#   **What to do.** Read it in `us-east-1`:
#
#   ```hcl
#   provider "aws" {
#     alias  = "virginia"
#     region = "us-east-1"
#   }
#
#   data "aws_ecrpublic_authorization_token" "token" {
#     provider = aws.virginia
#   }
#   ```
#
#   From version 6 of the AWS provider on `region = "us-east-1"` in the data source is enough. Or leave the login out: the charts can be
#   pulled without one.
#
#   **Only a warning**, because a variable or the environment may set another region.
#
#   **Not reported.** A region that is not known: no provider's configuration in the root, one without a region, a variable without a default. `us-west-2`,
#   where ECR Public has an endpoint.
#
#   **Fix safety.** No automatic fix: a root needs a second configuration of the provider, or a new version of it.
# related_resources:
# - description: AWS provider, aws_ecrpublic_authorization_token
#   ref: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/data-sources/ecrpublic_authorization_token
# - description: AWS, endpoints of ECR Public
#   ref: https://docs.aws.amazon.com/general/latest/gr/ecr-public.html
# custom:
#   id: KL713
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [RegistryToken]
#   needles: [aws_ecrpublic_authorization_token]
package karplint.rules.registry_credentials_region

import data.karplint.facts

report contains {
	"resource": token.id,
	"path": place(token),
	"message": sprintf("the credentials for public.ecr.aws are read in region %q", [token.value.region]),
	"why": sprintf("terraform plan fails with \"lookup api.ecr-public.%s.amazonaws.com: no such host\"", [token.value.region]),
	"help": help(token),
} if {
	some token in input.project.by_kind.RegistryToken
	is_string(token.value.region)
	token.value.region != ""
	not token.value.region in facts.ecr_public.endpoints
}

place(token) := [] if token.value.configured

place(token) := ["region"] if not token.value.configured

help(token) := "set provider to a configuration of the AWS provider for us-east-1, or from its version 6 on region = \"us-east-1\"" if {
	token.value.configured
} else := "set region to \"us-east-1\""
