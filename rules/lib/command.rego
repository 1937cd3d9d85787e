# METADATA
# title: Commands in messages, as a shell takes them
package karplint.lib.command

# convert(file, call): the call for the file, with ": " in front; "" for a Terraform file, which the command does not take.
convert(file, call) := sprintf(": %s %s", [call, argument(file)]) if not regex.match(`\.(tf|tofu|tfvars)(\.json)?$`, file)

else := ""

argument("<stdin>") := "-f -"

argument(file) := file if {
	file != "<stdin>"
	plain(file)
}

argument(file) := sprintf("'%s'", [replace(file, "'", `'\''`)]) if {
	file != "<stdin>"
	not plain(file)
}

plain(file) if regex.match(`^[\pL\pN_./:@%+=,-]+$`, file)
