# METADATA
# title: The severity of something in an alpha object that prevents its migration
package karplint.lib.migration

import data.karplint.lib.target

# severity: info if the target serves only the alpha APIs, so that the object is correct; error if it no longer serves
# them.
default severity := "warning"

severity := "info" if target.below("0.32")

severity := "error" if target.at_least("0.33")
