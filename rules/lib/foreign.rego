# Texts in another template language, which are read line by line.
package karplint.lib.foreign

# sets(line, key): the line sets the key of a map.
sets(line, key) if {
	text := trim_left(line, "- \"'")
	startswith(text, key)
	startswith(trim_left(trim_prefix(text, key), " \"'"), ":")
}
