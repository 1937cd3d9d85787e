module github.com/karplint/karplint/bench

go 1.26.0

replace github.com/karplint/karplint => ../
