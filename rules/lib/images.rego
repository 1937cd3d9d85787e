# METADATA
# title: Which images a class selects
# description: >-
#   An alias names the family and the images. A term with a name or a parameter of SSM may select images that AWS publishes, which the table
#   images knows by the form of their names.
package karplint.lib.images

import data.karplint.facts.images

# of_alias(alias): the row of the family that an alias names.
of_alias(alias) := row if {
	some row in images.families
	row.alias == split(alias, "@")[0]
}

# row(family): the row of a family by its name.
row(family) := found if {
	some found in images.families
	found.family == family
}
