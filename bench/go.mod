module github.com/karplint/karplint/bench

go 1.26.0
