package config

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

func TestAnswers(t *testing.T) {
	c, err := loadText(t, `convert:
  answers:
    - objects: [AWSNodeTemplate/gpu, "Provisioner/*"]
      spec:
        role: Gpu
        userData: |
          one
          two
        blockDeviceMappings:
          - deviceName: 1
            ebs: {iops: 3000, encrypted: True, volumeSize: 100Gi}
    - {objects: "*/shared", class: existing}
`)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Convert.Answers) != 3 {
		t.Fatalf("%d answers", len(c.Convert.Answers))
	}
	gpu, inline, shared := c.Convert.Answers[0], c.Convert.Answers[1], c.Convert.Answers[2]
	for place, want := range map[string]string{
		gpu.Places["role"]: "5:15", inline.Places["userData"]: "6:19", gpu.Place: "3:17", inline.Place: "3:38", shared.Place: "12:17",
		shared.Places["class"]: "12:36",
	} {
		if !strings.HasSuffix(place, Name+":"+want) {
			t.Errorf("%s, want %s", place, want)
		}
	}
	if !gpu.Matches("AWSNodeTemplate/gpu") || gpu.Matches("AWSNodeTemplate/gpus") || !inline.Matches("Provisioner/a") || inline.Matches("a") {
		t.Error("wrong objects match")
	}
	if text := gpu.Spec["userData"].Text; text != "one\ntwo\n" {
		t.Errorf("userData %q", text)
	}
	device := gpu.Spec["blockDeviceMappings"].Items[0]
	for path, kind := range map[string]model.Kind{
		"deviceName": model.Number, "ebs.iops": model.Number, "ebs.encrypted": model.Bool, "ebs.volumeSize": model.String,
	} {
		if v := device.Get(model.Keys(path)...); v == nil || v.Kind != kind || !v.Span.Empty() {
			t.Errorf("%s: %v", path, v)
		}
	}
}

// TestMergedAnswers: the answers of an override come before those of its file, and these before those of the file that it extends.
func TestMergedAnswers(t *testing.T) {
	dir := writeAll(t, map[string]string{
		Name: "convert: {answers: [{objects: \"*/far\", spec: {role: a}}]}\n",
		"near.yaml": "extends: .karplint.yaml\nconvert: {answers: [{objects: \"*/near\", spec: {role: a}}]}\n" +
			"overrides: [{paths: legacy/**, convert: {answers: [{objects: [\"*/here\", \"*/there\"], class: existing}]}}]\n",
	})
	const (
		override = "convert.answers = */here: class near.yaml:3:63\nconvert.answers = */there: class near.yaml:3:73\n"
		files    = "convert.answers = */near: role near.yaml:2:31\nconvert.answers = */far: role .karplint.yaml:1:31"
	)
	if got := settingsFor(t, dir, "near.yaml", "legacy/a.yaml"); got != override+files {
		t.Error(got)
	}
	if got := settingsFor(t, dir, "near.yaml", "a.yaml"); got != files {
		t.Error(got)
	}
}
