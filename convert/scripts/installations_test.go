package scripts

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInstallations(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Installation
	}{
		{"before 0.19", "helm install karpenter --set clusterName=shop --set aws.defaultInstanceProfile=Nodes", []Installation{{"shop", "Nodes", 1}}},
		{"continued", "set -e\r\nhelm install k \\\r\n  --set \"settings.aws.clusterName=shop\" \\\r\n  --set " +
			"'settings.aws.defaultInstanceProfile=Nodes'\r\n", []Installation{{"shop", "Nodes", 2}}},
		{
			"variables", "export NAME=shop # of this script\nhelm install k --set clusterName=$NAME --set aws.defaultInstanceProfile=\"Nodes-${NAME}\"",
			[]Installation{{"shop", "Nodes-shop", 2}, {"${NAME}", "Nodes-${NAME}", 2}},
		},
		{"variable only in the profile", "NAME='Nodes'\nhelm install k --set clusterName=shop --set aws.defaultInstanceProfile=${NAME}",
			[]Installation{{"shop", "Nodes", 2}}},
		{"assigned twice", "NAME=a\nNAME=b\nhelm install k --set clusterName=$NAME --set aws.defaultInstanceProfile=Nodes", nil},
		{"assigned three times", "NAME=a\nNAME=b\nNAME=a\nhelm install k --set clusterName=$NAME --set aws.defaultInstanceProfile=Nodes", nil},
		{"assigned elsewhere", "helm install k --set clusterName=$NAME --set aws.defaultInstanceProfile=Nodes-$NAME",
			[]Installation{{"${NAME}", "Nodes-${NAME}", 1}}},
		{"of a command", "NAME=$(aws eks list)\nhelm install k --set clusterName=$NAME --set aws.defaultInstanceProfile=Nodes",
			[]Installation{{"${NAME}", "Nodes", 2}}},
		{"an argument of the script", "NAME=$1\nhelm install k --set clusterName=$NAME --set aws.defaultInstanceProfile=Nodes",
			[]Installation{{"${NAME}", "Nodes", 2}}},
		{"of more than the cluster", "helm install k --set clusterName=$NAME --set aws.defaultInstanceProfile=$PROFILE", nil},
		{"with a default", "helm install k --set clusterName=${NAME:-a} --set aws.defaultInstanceProfile=${NAME:-a}", nil},
		{"output of a command", "helm install k --set clusterName=shop --set aws.defaultInstanceProfile=$(terraform output profile)", nil},
		{"comment", "  # helm install k --set clusterName=shop --set aws.defaultInstanceProfile=Nodes", nil},
		{"another cluster's name", "helm install k --set otherclusterName=shop --set aws.defaultInstanceProfile=Nodes", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Installations(c.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
