# METADATA
# title: Commands in messages, quoted for a shell
package karplint.lib.command

# convert(file, call): the command for the file, with ": " in front; "" for a Terraform file, which it does not accept.
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
