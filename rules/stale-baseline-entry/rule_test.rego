package karplint.rules.stale_baseline_entry_test

import data.karplint.lib.given
import data.karplint.rules.stale_baseline_entry

test_reports_the_entry if {
	entry := {"rule": "KL501", "file": "web.yaml", "baseline": "ci/accepted.txt"}
	some found in stale_baseline_entry.report with input as given.resource(entry, "unknown")
	found.message == "KL501 is not found any more in web.yaml"
	found.help == "renew the baseline: karplint lint --write-baseline ci/accepted.txt"
}
