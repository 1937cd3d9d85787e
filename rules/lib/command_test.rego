package karplint.lib.command_test

import data.karplint.lib.command

test_convert if {
	command.convert("k8s/größe.yaml", "karplint convert") == ": karplint convert k8s/größe.yaml"
	command.convert("my pools.yaml", "karplint convert") == ": karplint convert 'my pools.yaml'"
	command.convert("it's.yaml", "karplint convert") == `: karplint convert 'it'\''s.yaml'`
	command.convert("<stdin>", "karplint convert --to v1") == ": karplint convert --to v1 -f -"
}

test_terraform if {
	every file in ["main.tf", "main.tofu", "main.tf.json"] {
		command.convert(file, "karplint convert") == ""
	}
}
