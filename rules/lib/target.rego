# METADATA
# title: The Karpenter version that a configuration is for
# description: >-
#   The target is an interval. A comparison is true only if it holds for every version in it,
#   so for an unknown target neither at_least nor below is true. Versions may be short: "1.0"
#   is 1.0.0.
package karplint.lib.target

# at_least(version): the target is the version or a later one.
at_least(version) if semver.compare(input.target.min, full(version)) >= 0

# below(version): the target is lower than the version.
below(version) if semver.compare(input.target.max, full(version)) < 0

# full(version): the version with three numbers.
full(version) := sprintf("%s.0.0", [version]) if count(split(version, ".")) == 1

full(version) := sprintf("%s.0", [version]) if count(split(version, ".")) == 2

full(version) := version if count(split(version, ".")) > 2
