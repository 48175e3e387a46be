package codingagent

import (
	"context"
	"path/filepath"
	"strings"

	"assent/executors"
	"assent/executors/command"
)

// shell shows a command.
func (s *Sight) shell(in input, folder string) {
	s.facts.Target = in.command()
	if s.facts.Target == "" {
		return
	}
	if folder != "" {
		s.facts.Details = append(s.facts.Details, text("fact.in_folder", "Path", s.judge.short(folder)))
	}
	s.facts.Marks, s.facts.Warn = command.Read(s.facts.Target, command.Ground{Home: s.judge.Home, Folder: folder})
}

// read shows what is read: a file, a folder, or where something is searched.
func (s *Sight) read(ctx context.Context, in input, folder string) error {
	path, ok := in.has(pathNames...)
	if !ok {
		path, ok = in.has("dir_path", "directory")
	}
	switch {
	case !ok && folder == "":
		return nil
	case !ok:
		path = folder
	case !filepath.IsAbs(path) && folder != "":
		path = filepath.Join(folder, path)
	}
	_, err := s.file(ctx, path)
	return err
}

// net shows an address.
func (s *Sight) net(ctx context.Context, in input) {
	s.facts.Target = in.address()
	found, err := s.prepared(ctx, "network:http", "fetch", map[string]any{"url": s.facts.Target})
	if err != nil {
		return // a search, or several addresses
	}
	s.facts.Target, s.facts.Warn, s.facts.Breadth, s.facts.NoWindow = found.Target, found.Warn, found.Breadth, found.NoWindow
	if found.Finding != nil {
		s.facts.Care = append(s.facts.Care, text("care.own_network"))
	}
}

// write shows what becomes of a file.
func (s *Sight) write(ctx context.Context, a arguments, in input, folder string) error {
	if patch := in.text("command", "input", "patch", "patchText"); strings.Contains(patch, patchBegin) {
		return s.patch(ctx, patch, folder)
	}
	path, ok := in.has(pathNames...)
	if all := in.objects("replacements", "changes"); !ok && len(all) > 0 {
		path, ok = all[0].has(pathNames...)
	}
	if !ok {
		return s.files(ctx, in, folder)
	}
	real, err := s.written(ctx, path, folder)
	if err != nil {
		return err
	}
	if strings.Contains(strings.ToLower(a.Tool), "delete") {
		s.facts.Warn = append(s.facts.Warn, text("danger.deletes"))
		return nil
	}
	if part, ok := in.has("code", "new_source"); ok { // where it goes is not said
		s.facts.Difference = executors.Compare("", part).Unnumbered()
		return nil
	}
	s.edit = in.edit(real)
	return nil
}

// written adds a file that is to be written, and returns its path.
func (s *Sight) written(ctx context.Context, path, folder string) (string, error) {
	if !filepath.IsAbs(path) && folder != "" {
		path = filepath.Join(folder, path)
	}
	exists, err := s.file(ctx, path)
	if err != nil {
		return "", err
	}
	s.facts.Breadth = ""
	if !exists {
		s.facts.Details = append(s.facts.Details, text("fact.no_file"))
	}
	if filepath.IsAbs(s.facts.Target) && folder != "" && !inside(filepath.Clean(s.facts.Target), folder) {
		s.facts.Warn = append(s.facts.Warn, text("danger.outside", "Word", s.facts.Target))
	}
	return path, nil
}

// files shows the files that a tool names without saying what becomes of them.
func (s *Sight) files(ctx context.Context, in input, folder string) error {
	files := in.texts("files", "paths")
	if len(files) == 0 {
		return nil
	}
	if _, err := s.written(ctx, files[0], folder); err != nil {
		return err
	}
	if len(files) > 1 {
		s.facts.Details = append(s.facts.Details, text("fact.more_files", "Count", len(files)-1))
	}
	return nil
}

// patch shows a patch as it is: several files, and where in them only their text says.
func (s *Sight) patch(ctx context.Context, patch, folder string) error {
	files, difference := readPatch(patch)
	first := s.facts
	for i, file := range files {
		s.facts = executors.Facts{Warn: s.facts.Warn, Care: s.facts.Care}
		if _, err := s.written(ctx, file, folder); err != nil {
			return err
		}
		if i == 0 {
			first = s.facts
		}
	}
	s.facts.Target, s.facts.Details = first.Target, first.Details
	if len(files) > 1 {
		s.facts.Details = append(s.facts.Details, text("fact.more_files", "Count", len(files)-1))
	}
	s.facts.Difference = difference
	return nil
}
