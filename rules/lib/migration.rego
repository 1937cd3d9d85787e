# METADATA
# title: How bad something in an alpha object is that is in the way of its migration
package karplint.lib.migration

import data.karplint.lib.target

# severity: info where the alpha APIs are all there is, and the object right as it is; error where they are gone.
default severity := "warning"

severity := "info" if target.below("0.32")

severity := "error" if target.at_least("0.33")
