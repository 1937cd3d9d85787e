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

// The ways in which tools name a cluster. Two names of the same kind mean two clusters. Names of different kinds cannot be compared, except
// inCluster: Argo CD's own cluster, by its name or its address.
const (
	byServer     = "server"     // of Argo CD
	byName       = "name"       // of Argo CD
	byContext    = "context"    // of helmfile
	byKubeConfig = "kubeConfig" // of Flux
	inCluster    = "in-cluster"
	byTemplate   = "template" // a template that cannot be rendered; equal only to the same text
)

// SetClusters adds the clusters of an installation: one, or one for each set of parameters of a template. generators is a
// GeneratorsText, so that equal templates of different ApplicationSets are different clusters; it is "" outside of templates.
func SetClusters(r *survey.Resource, naming string, cluster *model.Value, generators string) {
	if !survey.IsGiven(cluster) || cluster.Text == "" && cluster.Kind == model.String {
		return
	}
	items := cluster.Items
	if !cluster.IsUnknown() || len(items) == 0 {
		items = []*model.Value{cluster}
	}
	list := model.NewList()
	for _, alternative := range items {
		list.Items = append(list.Items, model.NewString(clusterName(naming, alternative, generators)))
	}
	r.Set("clusters", list)
}

func clusterName(naming string, cluster *model.Value, generators string) string {
	text := strings.TrimSuffix(strings.Clone(cluster.Text), "/")
	switch {
	case !cluster.IsScalar():
		return strings.TrimRight(byTemplate+" "+naming+" "+text+" "+generators, " ")
	case naming == byServer && strings.TrimSuffix(text, ":443") == "https://kubernetes.default.svc", naming == byName && text == inCluster:
		return inCluster
	}
	return naming + " " + text
}

// ArgoDestination returns the value that names the cluster in a destination of Argo CD. naming is byServer or byName.
func ArgoDestination(destination *model.Value) (naming string, cluster *model.Value) {
	if server := destination.Get("server"); survey.IsGiven(server) && (server.Kind != model.String || server.Text != "") {
		return byServer, server
	}
	return byName, destination.Get("name")
}

// GeneratorsText returns a text that is equal for two lists of generators which make Applications for the same clusters. It
// ignores their values and templates, because those do not select clusters.
func GeneratorsText(list *model.Value) string {
	if list == nil {
		return ""
	}
	sum := fnv.New64a()
	writeGenerators(sum, list)
	return fmt.Sprintf("%x", sum.Sum64())
}

func writeGenerators(w io.Writer, v *model.Value) {
	fmt.Fprintf(w, "%d%q", v.Kind, v.Text)
	for _, item := range v.Items {
		io.WriteString(w, "-")
		writeGenerators(w, item)
	}
	entries := slices.SortedFunc(slices.Values(v.Entries), func(x, y *model.Entry) int { return strings.Compare(x.Key.Text, y.Key.Text) })
	for _, e := range entries {
		if e.Key.Text != "values" && e.Key.Text != "template" {
			fmt.Fprintf(w, "%q:", e.Key.Text)
			writeGenerators(w, e.Value)
		}
	}
	io.WriteString(w, ";")
}
