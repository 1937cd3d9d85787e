package facts

// applyCommands is the table apply_commands. That file explains each field and its source.
type applyCommands struct {
	Tools map[string]ApplyTool `json:"tools"`
}

// ApplyTool is a tool that applies files, and its commands.
type ApplyTool struct {
	Name    string         `json:"name"`
	Via     []string       `json:"via"`
	Push    bool           `json:"push"`
	Deletes bool           `json:"deletes"`
	Keep    []ApplyCommand `json:"keep"`
	Hold    []ApplyCommand `json:"hold"`
	Release []ApplyCommand `json:"release"`
	Chart   []ApplyCommand `json:"chart"`
	Objects []ApplyCommand `json:"objects"`

	Templates []ApplyCommand `json:"templates"`
	Remove    []ApplyCommand `json:"remove"`
	Destroy   []ApplyCommand `json:"destroy"`
	Uninstall []ApplyCommand `json:"uninstall"`
}

// ApplyCommand is a shell command, and a sign that it worked. Words in braces are replaced by parts of an installation.
type ApplyCommand struct {
	Run    string `json:"run"`
	Expect string `json:"expect"`
}

// ApplyCommands returns the table apply_commands. The caller must not change it.
var ApplyCommands = lazyTable[applyCommands]("apply_commands")
