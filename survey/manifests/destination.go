package manifests

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// The ways in which tools name a cluster. Two names of one way are two clusters; what ways have in common is not known, but for
// inCluster, which is where Argo CD itself runs, by both its name and its address.
const (
	byServer     = "server"     // of Argo CD
	byName       = "name"       // of Argo CD
	byContext    = "context"    // of helmfile
	byKubeConfig = "kubeConfig" // of Flux
	inCluster    = "in-cluster"
	byTemplate   = "template" // what it becomes is not known; the same as another only where both are the same text
)

// SetClusters notes the clusters that an installation goes to: one, or several where a template makes one of each set of parameters. generators is the text by which
// two templates that are not known are told apart, "" where they stand in none.
func SetClusters(r *survey.Resource, way string, to *model.Value, generators string) {
	if !survey.IsGiven(to) || to.Text == "" && to.Kind == model.String {
		return
	}
	all := to.Items
	if !to.IsUnknown() || len(all) == 0 {
		all = []*model.Value{to}
	}
	list := model.NewList()
	for _, one := range all {
		list.Items = append(list.Items, model.NewString(clusterName(way, one, generators)))
	}
	r.Set("clusters", list)
}

func clusterName(way string, to *model.Value, generators string) string {
	text := strings.TrimSuffix(strings.Clone(to.Text), "/")
	switch {
	case !to.IsScalar():
		return strings.TrimRight(byTemplate+" "+way+" "+text+" "+generators, " ")
	case way == byServer && strings.TrimSuffix(text, ":443") == "https://kubernetes.default.svc", way == byName && text == inCluster:
		return inCluster
	}
	return way + " " + text
}

// ArgoDestination returns what names the cluster in a destination of Argo CD.
func ArgoDestination(destination *model.Value) (way string, to *model.Value) {
	if server := destination.Get("server"); survey.IsGiven(server) && (server.Kind != model.String || server.Text != "") {
		return byServer, server
	}
	return byName, destination.Get("name")
}

// destination notes where an Application goes, with the sets of parameters that make it.
func (a *application) destination(r *survey.Resource, parameters []*model.Value) {
	way, to := ArgoDestination(a.spec.Get("destination"))
	SetClusters(r, way, a.alternatives(to, parameters), a.generators)
}

// GeneratorsText returns a text that two lists of generators share if they make Applications for the same clusters. The values that
// they add for each of them, and changes to the template, do not count.
func GeneratorsText(list *model.Value) string {
	if list == nil {
		return ""
	}
	sum := fnv.New64a()
	writeGenerators(sum, list)
	return fmt.Sprintf("%x", sum.Sum64())
}

func writeGenerators(to io.Writer, v *model.Value) {
	fmt.Fprintf(to, "%d%q", v.Kind, v.Text)
	for _, item := range v.Items {
		io.WriteString(to, "-")
		writeGenerators(to, item)
	}
	entries := slices.SortedFunc(slices.Values(v.Entries), func(x, y *model.Entry) int { return strings.Compare(x.Key.Text, y.Key.Text) })
	for _, e := range entries {
		if e.Key.Text != "values" && e.Key.Text != "template" {
			fmt.Fprintf(to, "%q:", e.Key.Text)
			writeGenerators(to, e.Value)
		}
	}
	io.WriteString(to, ";")
}
