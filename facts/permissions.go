package facts

import (
	"maps"
	"slices"
	"sync"
)

// permissionsTable is the table permissions. That file explains each field and its source.
type permissionsTable struct {
	Permissions map[string]Permission `json:"permissions"`
	Modules     []PermissionsModule   `json:"modules"`
	Roles       []RoleModule          `json:"roles"`
	Harmless    []string              `json:"harmless"`
}

// Permission is a set of AWS actions or tags that releases of Karpenter need.
type Permission struct {
	Releases
	Always   string   `json:"always"` // the first release that needs it with every class
	Actions  []string `json:"actions"`
	Resource string   `json:"resource"`
	Tag      string   `json:"tag"`
	Untagged string   `json:"untagged"`
	For      string   `json:"for"`
	With     []string `json:"with"`
	Without  []string `json:"without"`
	Effect   string   `json:"effect"`
	Stops    bool     `json:"stops"` // without it, no node starts
}

// PermissionsModule is a Terraform module that makes a role for Karpenter's controller.
type PermissionsModule struct {
	Registry   string                        `json:"registry"`
	Repository string                        `json:"repository"`
	Source     string                        `json:"source"`
	Title      string                        `json:"title"`
	Newest     string                        `json:"newest"`
	Enable     string                        `json:"enable"`
	Without    []ModuleSwitch                `json:"without"`
	More       []string                      `json:"more"`
	Accounts   []ModuleAccount               `json:"accounts"`
	Allows     map[string][]ModulePermission `json:"allows"`
}

// ModuleAccount describes service accounts that may assume the role of a module, if the argument EnabledBy is true: those in the
// argument List, or the one in the arguments Namespace and Name. Default is namespace:name.
type ModuleAccount struct {
	Releases
	EnabledBy string `json:"enabled_by"`
	ByDefault bool   `json:"by_default"`
	List      string `json:"list"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Default   string `json:"default"`
}

// RoleModule is a Terraform module that makes a role with exactly the policies in the argument Attaches.
type RoleModule struct {
	Registry   string `json:"registry"`
	Repository string `json:"repository"`
	Attaches   string `json:"attaches"`
}

// ModuleSwitch is an argument that, if false, leaves out the role in some versions of a module.
type ModuleSwitch struct {
	Argument string `json:"argument"`
	Releases        // of the module
}

// ModulePermission has the versions of a module that grant a permission, if the argument Input is true and the argument Unless is not.
type ModulePermission struct {
	Releases
	Input   string `json:"input"`
	Default bool   `json:"default"` // of Input
	Unless  string `json:"unless"`
}

// Arguments returns the names of the arguments that decide which permissions the module grants, sorted.
func (m *PermissionsModule) Arguments() []string {
	names := append([]string{m.Enable}, m.More...)
	for _, s := range m.Without {
		names = append(names, s.Argument)
	}
	for _, rows := range m.Allows {
		for _, row := range rows {
			names = append(names, row.Input, row.Unless)
		}
	}
	slices.Sort(names)
	return names
}

// Permissions returns the table permissions. The caller must not change it.
var Permissions = lazyTable[permissionsTable]("permissions")

// FieldsWithPermissions returns the fields of a class for which Karpenter needs further permissions, sorted. A field of a list's items is
// behind a dot.
var FieldsWithPermissions = sync.OnceValue(func() []string {
	fields := map[string]bool{}
	for _, p := range Permissions().Permissions {
		if p.For != "" {
			fields[p.For] = true
		}
	}
	return slices.Sorted(maps.Keys(fields))
})

// moduleArguments is the table module_arguments. That file explains each field and its source.
type moduleArguments struct {
	Modules []ModuleArguments `json:"modules"`
}

// ModuleArguments has the arguments of a Terraform module that changed, and those of which it reads only some keys.
type ModuleArguments struct {
	Registry   string `json:"registry"`
	Repository string `json:"repository"`
	Title      string `json:"title"`
	Changes    []struct {
		Since   string            `json:"since"`
		Renamed map[string]string `json:"renamed"`
		Moved   map[string]string `json:"moved"`
		Removed []string          `json:"removed"`
		Outputs map[string]string `json:"outputs"`
	} `json:"changes"`
	Reads map[string]struct {
		Keys    []string          `json:"keys"`
		Instead map[string]string `json:"instead"`
	} `json:"reads"`
}

// Arguments returns the table module_arguments. The caller must not change it.
var Arguments = lazyTable[moduleArguments]("module_arguments")
