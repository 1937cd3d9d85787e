package karplint.rules.do_not_evict
