module github.com/karplint/karplint/bench

go 1.26.0

replace github.com/karplint/karplint => ../

require sigs.k8s.io/yaml v1.6.0

require go.yaml.in/yaml/v2 v2.4.2 // indirect
