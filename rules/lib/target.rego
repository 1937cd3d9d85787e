package karplint.lib.target
