package convert

import (
	"fmt"
	"path"
	"slices"
	"sync"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/identity"
	"github.com/karplint/karplint/convert/index"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// survey contains the facts of a run that concern several files: which objects belong together, and which
// files are patches. The survey of a single file contains its part of them.
type survey struct {
	members        []index.Member                       // of one file
	foreign        []index.Foreign                      // of one file
	identities     identities                           // that classes name
	defaults       map[string][]settings.ClusterDefault // of clusters, for classes that name none
	kustomizations []*patches.Kustomization             // of one file
	index          *index.Index                         // of all files
	builds         *patches.Builds                      // of all files
	numbers        map[string]int                       // of each file in the run

	goal        *apis.Goal
	kubeletUses *kubelet.Uses
	kubelets    *kubelet.Plan
	statements  []rename.PolicyStatement // IAM statements with tags of v1beta1, of one file
	policies    *rename.Policies         // of all files

	consumers []sites.Consumer
	modules   *sites.Modules
}

// merge merges the surveys of the files into one.
func merge(surveys []*survey, goal *apis.Goal) *survey {
	merged := newSurvey(goal)
	var kustomizations []*patches.Kustomization
	var members []index.Member
	var foreign []index.Foreign
	var statements []rename.PolicyStatement
	for _, s := range surveys {
		kustomizations = append(kustomizations, s.kustomizations...)
		members = append(members, s.members...)
		foreign = append(foreign, s.foreign...)
		merged.identities.all = append(merged.identities.all, s.identities.all...)
		for cluster, defaults := range s.defaults {
			merged.defaults[cluster] = append(merged.defaults[cluster], defaults...)
		}
		merged.kubeletUses.Add(s.kubeletUses)
		statements = append(statements, s.statements...)
		merged.consumers = append(merged.consumers, s.consumers...)
	}
	merged.builds = patches.NewBuilds(kustomizations)
	merged.policies = rename.PoliciesOfRun(goal.Names, statements)
	merged.index = index.New(goal, members, merged.builds)
	merged.index.Foreign = foreign
	return merged
}

func newSurvey(goal *apis.Goal) *survey {
	builds := patches.NewBuilds(nil)
	return &survey{
		goal: goal, kubeletUses: &kubelet.Uses{}, kubelets: kubelet.NewPlan(goal, nil, nil, &kubelet.Uses{}),
		builds: builds, index: index.New(goal, nil, builds), modules: &sites.Modules{}, numbers: map[string]int{},
		defaults: map[string][]settings.ClusterDefault{},
	}
}

// foreignClass returns a class of another provider, for messages, if a name in a file can only mean that; otherwise "".
func (s *survey) foreignClass(file, name string) string {
	if class := s.index.OnlyForeign(file, name); class != nil {
		return fmt.Sprintf("%s %s of %s is in %s", class.Kind, class.Name, class.Group, class.Path)
	}
	return ""
}

// noteDefaults records the instance profiles that the commands of a text set as defaults of clusters, each once.
func (s *survey) noteDefaults(f *model.File) {
	for _, i := range scripts.Installations(string(f.Data)) {
		isKnown := func(d settings.ClusterDefault) bool { return d.InstanceProfile == i.InstanceProfile }
		if !slices.ContainsFunc(s.defaults[i.Cluster], isKnown) {
			s.defaults[i.Cluster] = append(s.defaults[i.Cluster],
				settings.ClusterDefault{Cluster: i.Cluster, InstanceProfile: i.InstanceProfile, File: f.Path, Line: i.Line})
		}
	}
}

// identities are the roles and instance profiles that classes name.
type identities struct {
	all   []identity.Identity
	known sync.Map // the results of around, by directory
}

// around returns the identities of classes in the directory of a file, above it and below it.
func (ids *identities) around(file string) (around []identity.Identity) {
	dir := path.Dir(file)
	if known, ok := ids.known.Load(dir); ok {
		return known.([]identity.Identity)
	}
	for _, id := range ids.all {
		if filetype.InOneTree(file, id.File) {
			around = append(around, id)
		}
	}
	ids.known.Store(dir, around)
	return around
}
