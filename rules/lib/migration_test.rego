package karplint.lib.migration_test

import data.karplint.lib.given
import data.karplint.lib.migration

test_severity if {
	every version, severity in {"0.31.4": "info", "0.32.0": "warning", "0.32.10": "warning", "0.33.0": "error", "1.0.8": "error", "unknown": "warning"} {
		migration.severity == severity with input as given.resource({}, version)
	}
}
