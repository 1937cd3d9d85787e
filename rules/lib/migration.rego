# METADATA
# title: How bad something in an alpha object is that is in the way of its migration
package karplint.lib.migration

import data.karplint.lib.target

# severity: info where the alpha APIs are all there is, which is right as it is; error where they are gone.
severity := "info" if target.below("0.32")

else := "error" if target.at_least("error" if target.at_least("0.33")

else := "warning")

else := "warning"
