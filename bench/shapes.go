package main

import (
	"fmt"
	"strings"
)

// fillRoots writes a module with many resources and submodules, one of them Karpenter's, and examples that call it.
func fillRoots(w *writer) {
	var addons []string
	for i := range 26 {
		addons = append(addons, fmt.Sprintf("%s_%02d", words[2*i], i))
	}
	variables, outputs := w.text("roots/variables.tf", 0), ""
	for i, addon := range addons {
		m := []string{"@M", addon, "@E", fmt.Sprint(i%4 == 0)} // as usual, most add-ons are off unless they are asked for
		variables += w.text("roots/variable.tf", i, m...)
		outputs += w.text("roots/outputs.tf", i, m...)
		for _, file := range []string{"main", "role", "variables", "locals", "data", "outputs"} {
			w.file("modules/"+addon+"/"+file+".tf", w.text("roots/addon-"+file+".tf", i, m...))
		}
		w.file("modules/"+addon+"/versions.tf", w.text("roots/versions.tf", i))
		w.file("modules/"+addon+"/values.yaml.tpl", w.text("roots/addon-values.yaml", i))
	}
	for i, addon := range addons[:20] {
		text := w.text("roots/addon.tf", i, "@M", addon)
		if i < 6 {
			text += w.text("roots/addon.tf", i, "@M", addons[20+i])
		}
		w.file(addon+".tf", text)
	}
	w.file("main.tf", w.text("roots/main.tf", 0))
	w.file("variables.tf", variables)
	w.file("outputs.tf", outputs)
	w.file("data.tf", w.text("roots/addon-data.tf", 0))
	w.file("versions.tf", w.text("roots/versions.tf", 0))
	for _, file := range []string{"main", "locals", "variables"} {
		w.file("modules/karpenter/"+file+".tf", w.text("roots/karpenter-"+file+".tf", 0))
	}
	for i := range 40 {
		w.example(i, addons)
	}
}

// example is a root that calls the module of the repository, with one add-on switched off and another one configured.
func (w *writer) example(i int, addons []string) {
	dir := fmt.Sprintf("examples/%02d/", i)
	off, set := addons[i%len(addons)], addons[(i+7)%len(addons)]
	w.file(dir+"0-setup.tf", w.text("roots/setup.tf", i))
	w.file(dir+"1-example.tf", w.text("roots/example.tf", i, "@A", off, "@B", set, "@N", fmt.Sprint(i%9+1), "@K", fmt.Sprint(i%5 != 4)))
	w.file(dir+"echo.yaml", w.text("roots/echo.yaml", i))
	w.file(dir+"README.md", fmt.Sprintf("# Example %d\n\nIt switches %s off, and configures %s.\n", i, off, set))
}

// fillPlan writes roots and modules of an older repository, with three installations of Karpenter.
func fillPlan(w *writer) {
	const modules, roots = 70, 40
	for i := range modules {
		dir := fmt.Sprintf("modules/part-%02d/", i)
		for _, file := range []string{"main", "iam", "variables", "locals", "outputs"} {
			w.file(dir+file+".tf", w.text("plan/module-"+file+".tf", i, "@N", fmt.Sprint(i)))
		}
	}
	for root := range roots {
		dir := fmt.Sprintf("roots/%02d/", root)
		w.file(dir+"main.tf", w.text("plan/root-main.tf", root))
		w.file(dir+"variables.tf", w.text("plan/root-variables.tf", root))
		for n := range 4 {
			part := fmt.Sprintf("%02d", (root*7+n*11)%modules)
			w.file(fmt.Sprintf("%spart_%d.tf", dir, n), w.text("plan/call.tf", root, "@N", fmt.Sprint(n), "@D", part))
		}
	}
	w.file("modules/eks/eks.tf", w.text("plan/eks.tf", 0))
	w.karpenter("modules/eks/", "beta", "var.karpenter_version", "var.vpc_name")
	w.file("roots/01/eks.tf", w.text("plan/root-eks.tf", 1, "@V", "v0.32.1"))
	w.karpenter("roots/10/", "alpha", `"v0.27.0"`, `"commons"`)
	w.karpenter("roots/20/", "beta", `"0.36.2"`, `"analysis"`)
}

// karpenter writes an installation of Karpenter with a class and three pools of the API.
func (w *writer) karpenter(dir, api, version, cluster string) {
	text := w.text("plan/karpenter.tf", 0, "@V", version, "@C", cluster)
	template := strings.Trim(cluster, `"`)
	if !strings.HasPrefix(cluster, `"`) {
		template = "${" + cluster + "}"
	}
	text += w.text("plan/"+api+"-class.tf", 0, "@C", template)
	for n := range 3 {
		text += w.text("plan/"+api+".tf", 0, "@N", fmt.Sprint(n))
	}
	w.file(dir+"karpenter.tf", text)
}

// fillGitops writes a repository of a hundred clusters: their Terraform, their installations of Karpenter, and what runs on them.
func fillGitops(w *writer) {
	for root := range 200 {
		w.root(root, 10, root%4 == 0)
	}
	for cluster := range 100 {
		dir := fmt.Sprintf("clusters/%03d/", cluster)
		resources := []string{"namespace.yaml", "karpenter", "monitoring"}
		w.file(dir+"namespace.yaml", w.text("gitops/namespace.yaml", cluster))
		w.pools(dir+"karpenter/", cluster)
		w.dashboards(dir+"monitoring/", cluster)
		for team := range 15 {
			name := fmt.Sprintf("teams/%02d", team)
			resources = append(resources, name)
			w.team(dir+name+"/", cluster*15+team)
		}
		w.kustomization(dir, resources...)
	}
}

func (w *writer) kustomization(dir string, resources ...string) {
	w.file(dir+"kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - "+
		strings.Join(resources, "\n  - ")+"\n")
}

// pools writes an installation, by Flux or Argo CD in turn, with a class and six pools. Every tenth cluster has an object of the alpha API.
func (w *writer) pools(dir string, cluster int) {
	resources := []string{"class.yaml", "karpenter.yaml"}
	w.file(dir+"class.yaml", w.text("gitops/class.yaml", cluster))
	w.file(dir+"karpenter.yaml", w.text([]string{"gitops/flux.yaml", "gitops/argo.yaml"}[cluster%2], cluster))
	for n := range 6 {
		name := fmt.Sprintf("pool-%d", n)
		text := w.text("gitops/pool.yaml", cluster, "@P", name, "@N", fmt.Sprint(10*n+1))
		if n == 5 && cluster%10 == 0 {
			text = w.text("provisioner.yaml", cluster)
		}
		w.file(dir+name+".yaml", text)
		resources = append(resources, name+".yaml")
	}
	w.kustomization(dir, resources...)
}

// dashboards writes three dashboards of about 30 KB each, as ConfigMaps.
func (w *writer) dashboards(dir string, cluster int) {
	names := []string{"nodes.yaml", "requests.yaml", "queues.yaml"}
	for i, name := range names {
		var b strings.Builder
		fmt.Fprintf(&b, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: dashboard-%d\n  labels:\n    grafana_dashboard: \"1\"\n"+
			"data:\n  dashboard.json: |\n    {\n      \"title\": \"%s\",\n      \"panels\": [\n", i, w.word())
		for panel := range 40 {
			b.WriteString(w.text("gitops/panel.json", cluster, "@N", fmt.Sprint(panel)))
		}
		b.WriteString("        {}\n      ]\n    }\n")
		w.file(dir+name, b.String())
	}
	w.kustomization(dir, names...)
}

// team writes two workloads with what they need. A third of them has an old annotation or label of Karpenter's, which is a finding.
func (w *writer) team(dir string, team int) {
	var resources []string
	for app := range 2 {
		i, annotation, selector := 2*team+app, "", ""
		switch i % 6 {
		case 0:
			annotation = "        karpenter.sh/do-not-evict: \"true\"\n"
		case 1:
			selector = "      nodeSelector:\n        karpenter.sh/provisioner-name: default\n"
		case 2:
			annotation = "        karpenter.sh/do-not-disrupt: \"true\"\n"
		case 3:
			selector = "      nodeSelector:\n        karpenter.sh/capacity-type: on-demand\n"
		}
		for _, file := range []struct{ name, text string }{
			{"deployment", w.text("gitops/workload.yaml", i, "@N", fmt.Sprint(i%5+1), "@A", annotation, "@S", selector)},
			{"settings", w.text("gitops/settings.yaml", i)},
			{"release", w.text("gitops/release.yaml", i, "@N", fmt.Sprint(i%3+1))},
			{"job", w.text("gitops/job.yaml", i, "@N", fmt.Sprint(i%5+1))},
		} {
			name := fmt.Sprintf("%s-%d.yaml", file.name, app)
			w.file(dir+name, file.text)
			resources = append(resources, name)
		}
	}
	w.kustomization(dir, resources...)
}

// convertObjects is how many objects fillConvert writes.
const convertObjects = 1000

// fillConvert writes manifests of ten objects each, of every kind that convert knows.
func fillConvert(w *writer) {
	kinds := []string{"provisioner.yaml", "convert/awsnodetemplate.yaml", "convert/nodepool.yaml", "convert/ec2nodeclass.yaml"}
	for file := range convertObjects / 10 {
		var objects []string
		for n := range 10 {
			id := 10*file + n
			objects = append(objects, w.text(kinds[id%len(kinds)], id))
		}
		w.file(fmt.Sprintf("karpenter/%03d.yaml", file), strings.Join(objects, "---\n"))
	}
}

// findingPool is a text of a pool with findings, cleanPool one without.
const (
	findingPool = "nodepool.yaml"
	cleanPool   = "gitops/pool.yaml"
)

// pool returns one of many pools.
func (w *writer) pool(text string, i int) string {
	return w.text(text, i, "@P", fmt.Sprintf("pool-%05d", i), "@N", fmt.Sprint(i%100+1))
}

// poolsInFile writes one manifest with so many pools, and their class.
func (w *writer) poolsInFile(n int, text string) {
	objects := []string{w.text("gitops/class.yaml", 0)}
	for i := range n {
		objects = append(objects, w.pool(text, i))
	}
	w.file("pools.yaml", strings.Join(objects, "---\n"))
}

// poolsInRoot writes a Terraform root with Karpenter and so many pools, a hundred in a file.
func (w *writer) poolsInRoot(n int) {
	w.file("eks.tf", w.text("eks.tf", 0))
	w.file("variables.tf", w.text("variables.tf", 0))
	w.file("karpenter.tf", w.text("karpenter.tf", 0))
	for first := 0; first < n; first += 100 {
		var b strings.Builder
		for i := first; i < min(first+100, n); i++ {
			body := strings.TrimSuffix(w.pool(findingPool, i), "\n")
			fmt.Fprintf(&b, "resource \"kubectl_manifest\" \"pool_%d\" {\n  yaml_body = <<-YAML\n    %s\n  YAML\n}\n\n", i,
				strings.ReplaceAll(body, "\n", "\n    "))
		}
		w.file(fmt.Sprintf("pools_%03d.tf", first/100), b.String())
	}
}
