# METADATA
# title: The releases of Karpenter that an installation is about
# description: >-
#   A project may install several. Its target then includes the versions of all, and is narrowed by what its objects need, so that it need
#   not include each of them. A target that includes none is the version to which the user upgrades all.
package karplint.lib.releases

import data.karplint.lib.charts
import data.karplint.lib.installations
import data.karplint.lib.versions

# of(controller): the interval of the versions that the installation has, or that it is upgraded to; undefined if that is unknown.
of(controller) := both if {
	own := written(controller)
	both := {"since": max([own.since, versions.target.since]), "until": min([own.until, versions.target.until])}
	both.since < both.until
} else := versions.target if {
	not some_in_target
	versions.target
} else := written(controller)

# text(controller): the same for messages.
text(controller) := versions.target_text if {
	not some_in_target
	versions.target
} else := charts.version_of(controller.value, "version")

written(controller) := versions.range(charts.version_of(controller.value, "version"))

some_in_target if {
	some controller in installations.controllers
	versions.overlap(written(controller), versions.target)
}
