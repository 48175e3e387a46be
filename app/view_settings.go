package app

// Settings returns what the settings file says now, which holds from the next start;
// the defaults when it cannot be read.
func (e *Engine) Settings() Settings {
	s, err := ReadSettings(e.options.Places)
	if err != nil {
		return DefaultSettings()
	}
	return s
}

// SaveSettings checks and saves settings. Its error is a sentence for the user.
func (e *Engine) SaveSettings(s Settings) error { return s.Save(e.options.Places) }

// Folder returns the data folder's path.
func (e *Engine) Folder() string { return e.options.Places.Data }

// Serves reports whether this client can do scope at all.
func (e *Engine) Serves(scope string) bool { return e.registry.Serves(scope) }
