module github.com/karplint/karplint/bench

go 1.26.0

require github.com/karplint/karplint v0.0.0

replace github.com/karplint/karplint => ../
