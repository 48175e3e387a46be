package ui

// addDraft is what the person wrote into the form that adds an agent. It outlives the form:
// another page, or a review that comes, loses nothing of it. It is in memory alone.
type addDraft struct {
	id, name, address, folder, text string
	suggested                       string            // the id that the last file or address suggested
	inputs                          map[string]string // by their names
}

func (d *addDraft) empty() bool {
	return d.id == "" && d.name == "" && d.address == "" && d.folder == "" && d.text == "" && len(d.inputs) == 0
}

// input keeps what was written for an input.
func (d *addDraft) input(name, value string) {
	if d.inputs == nil {
		d.inputs = map[string]string{}
	}
	d.inputs[name] = value
	if value == "" {
		delete(d.inputs, name)
	}
}
