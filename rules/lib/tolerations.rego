# METADATA
# title: Which tolerations tolerate a taint
# description: >-
#   A taint is {"key", "value" (may be absent), "effect"}. Kubernetes' rules: no effect tolerates every
#   effect, operator Exists every value, and Exists without a key every taint.
package karplint.lib.tolerations

import data.karplint.lib.values

# tolerates(list, taint): some toleration in the list certainly tolerates the taint.
tolerates(list, taint) if {
	is_array(list)
	some toleration in list
	surely(toleration, taint)
}

# may_tolerate(list, taint): some toleration tolerates it, or is a template that may.
may_tolerate(list, _) if values.unknown(list)

may_tolerate(list, taint) if {
	is_array(list)
	some toleration in list
	may(toleration, taint)
}

# surely(toleration, taint): the toleration certainly tolerates the taint.
surely(toleration, taint) if {
	field(toleration, "effect") in {"", taint.effect}
	surely_key(toleration, taint)
}

surely_key(toleration, taint) if {
	field(toleration, "key") in {"", taint.key}
	field(toleration, "operator") == "Exists"
}

surely_key(toleration, taint) if {
	field(toleration, "key") == taint.key
	field(toleration, "operator") in {"", "Equal"}
	field(toleration, "value") == object.get(taint, "value", "")
}

# may(toleration, taint): the toleration tolerates the taint, or is a template that may.
may(toleration, _) if values.unknown(toleration)

may(toleration, taint) if {
	is_object(toleration)
	not values.unknown(toleration)
	perhaps(toleration, "effect", {"", taint.effect})
	may_key(toleration, taint)
}

may_key(toleration, taint) if {
	perhaps(toleration, "key", {"", taint.key})
	perhaps(toleration, "operator", {"Exists"})
}

may_key(toleration, taint) if {
	perhaps(toleration, "key", {taint.key})
	perhaps(toleration, "operator", {"", "Equal"})
	perhaps(toleration, "value", {object.get(taint, "value", "")})
}

perhaps(toleration, key, accepted) if field(toleration, key) in accepted

perhaps(toleration, key, _) if not field(toleration, key)

# field(toleration, key): its value as text, "" if absent; undefined if unknown.
field(toleration, key) := "" if values.absent(toleration, key)

field(toleration, key) := values.text(toleration[key]) if {
	not toleration[key] == null
	not values.unknown(toleration[key])
}
