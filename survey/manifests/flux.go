package manifests

import (
	"path"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// readHelmRelease reads Flux's HelmRelease, v2beta1 to v2.
func (m *reader) readHelmRelease(o *model.Resource) {
	spec := o.Value.Get("spec")
	base := model.Join(o.Path, "spec")
	r := survey.New(survey.Installation, o.Address())
	r.SetText("name", fluxReleaseName(o))
	r.SetText("namespace", fluxNamespace(o))
	if chart := spec.Get("chart", "spec"); chart.IsMap() && chart.Get("chart") != nil {
		repository := fluxRepository(o, chart)
		if repository.IsUnknown() {
			r.FluxSource = repository.Text
		}
		r.SetChart(chart.Get("chart"), repository)
		r.Locate("chart", base, "chart", "spec", "chart")
		r.PinVersion(chart.Get("version"))
		r.Locate("version", base, "chart", "spec", "version")
	} else if ref := spec.Get("chartRef"); ref.Str("name") != "" {
		r.FluxSource = fluxSource(ref, ref.Str("kind"), o.Namespace)
		unknown := model.NewUnknown(r.FluxSource)
		r.SetChart(unknown, nil)
		r.PinVersion(unknown)
	} else {
		return
	}
	r.SetText("via", survey.ViaFlux)
	setFluxCluster(r, o, spec)
	r.SetLocated("install_crds", spec, base, "install", "crds")
	r.SetLocated("upgrade_crds", spec, base, "upgrade", "crds")
	r.SetLocated("skip_crds", spec, base, "install", "skipCRDs")
	r.SetLocated("depends_on", spec, base, "dependsOn")
	if wait := spec.Get("install", "disableWait"); wait.IsScalar() {
		r.SetBool("wait", !wait.IsTrue())
	}
	values := helm.NewValues()
	m.addValuesFiles(values, spec.Get("chart", "spec", "valuesFiles"))
	m.addValuesFrom(values, spec.Get("valuesFrom"))
	m.addInline(values, spec.Get("values"))
	r.SetValues(values)
	r.Locate("values", base, "values")
	if isFluxDirectory(spec.Get("chart", "spec", "sourceRef")) {
		m.addUse(survey.ChartUse{Dir: spec.Str("chart", "spec", "chart"), FromRoot: true, Resource: r}, o.Value)
	}
	m.add(r, o.Value)
}

// setFluxCluster adds the cluster of a release with a kubeConfig: the name of the Secret or ConfigMap that has its address. Any
// other release is for the cluster that Flux itself runs in.
func setFluxCluster(r *survey.Resource, o *model.Resource, spec *model.Value) {
	for _, ref := range []string{"secretRef", "configMapRef"} {
		if name := spec.Get("kubeConfig", ref, "name"); name != nil {
			if name.IsScalar() {
				name = model.NewString(path.Join(o.Namespace, name.Text))
			}
			SetClusters(r, byKubeConfig, name, "")
			return
		}
	}
}

// isFluxDirectory reports whether charts of a source are directories of a repository.
func isFluxDirectory(source *model.Value) bool {
	return source.Str("kind") == "GitRepository" || source.Str("kind") == "Bucket"
}

// fluxReleaseName returns the name of the Helm release: releaseName, or the object's name after the target namespace.
func fluxReleaseName(o *model.Resource) string {
	if name := o.Value.Str("spec", "releaseName"); name != "" {
		return strings.Clone(name)
	}
	if target := o.Value.Str("spec", "targetNamespace"); target != "" && o.Name != "" {
		return target + "-" + o.Name
	}
	return strings.Clone(o.Name)
}

func fluxNamespace(o *model.Resource) string {
	if target := o.Value.Str("spec", "targetNamespace"); target != "" {
		return strings.Clone(target)
	}
	return strings.Clone(o.Namespace)
}

// fluxRepository returns the repository of the chart: an Unknown that names the source, because the address is in another object.
// For a directory of a repository it returns "file:" and the name of the source; for a chart without a source, nil.
func fluxRepository(o *model.Resource, chart *model.Value) *model.Value {
	ref := chart.Get("sourceRef")
	if isFluxDirectory(ref) {
		return model.NewString("file:" + ref.Str("name"))
	}
	if ref.Str("name") == "" {
		return nil
	}
	return model.NewUnknown(fluxSource(ref, "HelmRepository", o.Namespace))
}

// fluxSource returns kind/namespace/name of a referenced source. The namespace defaults to that of the referring object.
func fluxSource(ref *model.Value, kind, namespace string) string {
	if named := ref.Str("namespace"); named != "" {
		namespace = named
	}
	return strings.Clone(path.Join(kind, namespace, ref.Str("name")))
}

// readFluxSource reads an OCIRepository or a HelmRepository.
func (m *reader) readFluxSource(o *model.Resource) {
	url := o.Value.Get("spec", "url")
	if url == nil || o.Name == "" {
		return
	}
	r := survey.New("", o.Address())
	r.File = m.file
	if o.Kind == "HelmRepository" {
		r.Set("repository", m.located(url))
	} else {
		r.SetChart(m.located(url), nil)
		ref := o.Value.Get("spec", "ref")
		r.PinVersion(m.located(survey.FirstGiven(ref.Get("semver"), ref.Get("tag"))))
		if ref.Get("semver") != nil {
			r.SetBool("semver", true)
		}
	}
	m.count++
	name := path.Join(o.Kind, o.Namespace, o.Name)
	m.Sources = append(m.Sources, &survey.ChartSource{Name: strings.Clone(name), Resource: r})
}

// located returns a copy of v that refers to the reader's file, for a resource of another file.
func (m *reader) located(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) { c.Origin = &model.Origin{File: m.file} })
}

// unplaced returns a copy of v without places, for a resource of another file.
func unplaced(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		c.Span = model.Span{}
		c.SetProps(model.Span{})
	})
}
