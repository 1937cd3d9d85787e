package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/model"
)

// convertAll converts the objects in the files, and with --karpenter-version the installations of Karpenter's charts. An installation
// and the objects that it must serve wait for each other, so both are converted again as long as more objects have to wait.
func (r *converting) convertAll(c *cli.Context, files []*model.File, result *outcome) ([]convert.File, error) {
	r.waits = map[string]convert.Wait{}
	var left []conversions.Left
	for {
		converted, bugs := convertFiles(r.converter.Files, files)
		if err := checkRole(c, converted); err != nil {
			return nil, err
		}
		if !r.versionGiven {
			result.errors = append(result.errors, bugs...)
			return r.notePermissions(c, converted)
		}
		left = append(left, conversions.LeftObjects(r.notWaiting(converted), r.projects, r.options.KarpenterVersion)...)
		charts, all, err := r.convertCharts(c, converted, left)
		if err != nil {
			return nil, err
		}
		if r.makeWait(files, charts) {
			continue
		}
		r.in.Notes = append(r.in.Notes, charts.Messages...)
		result.errors = append(append(result.errors, bugs...), charts.Errors...)
		result.selected += len(charts.Texts) + len(charts.Notes)
		r.chartsChange = len(charts.Texts) > 0
		return r.notePermissions(c, all)
	}
}

// makeWait notes the files whose objects wait for their installation, and reports whether there are more than before.
func (r *converting) makeWait(files []*model.File, charts *conversions.Charts) bool {
	more := false
	for _, f := range files {
		wait := charts.WaitOf(f.Path, r.projects, r.converter.To)
		if _, known := r.waits[f.Path]; !known && wait != (convert.Wait{}) {
			r.waits[f.Path], more = wait, true
		}
	}
	return more
}

// notePermissions adds notes about permissions that the controller lacks, if objects or charts change.
func (r *converting) notePermissions(c *cli.Context, converted []convert.File) ([]convert.File, error) {
	if r.in.stdin || !slices.ContainsFunc(converted, func(f convert.File) bool { return r.chartsChange || changesKind(&f) }) {
		return converted, nil
	}
	tree, err := r.tree(c)
	if err != nil {
		return nil, err
	}
	return conversions.AddPermissions(r.ctx, tree, converted, r.converter.Release.String())
}

// notWaiting returns the files whose objects wait for no installation.
func (r *converting) notWaiting(converted []convert.File) []convert.File {
	return slices.DeleteFunc(slices.Clone(converted), func(f convert.File) bool {
		_, waits := r.waits[f.Path]
		return waits
	})
}

// convertCharts converts the installations of Karpenter's charts, and returns their conversion together with that of the objects.
func (r *converting) convertCharts(c *cli.Context, converted []convert.File, left []conversions.Left) (*conversions.Charts, []convert.File, error) {
	tree, err := r.tree(c)
	if err != nil {
		return nil, nil, err
	}
	options := conversions.ChartOptions{
		Version: r.options.KarpenterVersion, ObjectsLeft: slices.ContainsFunc(converted, leavesObjects),
		RolesLeft: slices.ContainsFunc(converted, leavesRoles), Left: left,
	}
	for {
		charts, err := conversions.ConvertCharts(r.ctx, tree, options)
		if err != nil {
			return nil, nil, err
		}
		all, refused := conversions.Join(converted, charts, tree.Files.ReadFile)
		if len(refused) == 0 {
			return charts, all, nil
		}
		options.Refused = append(options.Refused, refused...)
	}
}

// leavesObjects reports whether an object of the alpha API is left to a person. Objects that the controller makes are never converted.
func leavesObjects(f convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool {
		isLeft := o.Status == convert.Undecided || o.Status == convert.Skipped
		isAlpha := strings.Contains(o.Kind.APIVersion, "/v1alpha") && !apis.IsNode(o.Kind.Kind)
		return isLeft && isAlpha
	})
}

// leavesRoles reports whether a class in the file still needs a role.
func leavesRoles(f convert.File) bool {
	return slices.ContainsFunc(f.Objects, func(o convert.Object) bool { return o.NeedsRole })
}
