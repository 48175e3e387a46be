package clients

import "testing"

func TestTOMLSetAndRemove(t *testing.T) {
	t.Parallel()
	entry := []assignment{{"command", "/usr/bin/assentctl"}, {"args", []string{"mcp", "serve", `a"b\c`}}, {"tool_timeout_sec", int64(300)}}
	for name, text := range map[string]string{
		"empty":            "",
		"comments":         "# mine\nmodel = \"o\" # this one\n",
		"other servers":    "[mcp_servers.x]\ncommand = \"y\"\nargs = [\n  \"1\",\n  \"2\",\n]\n\n[mcp_servers.x.env]\nA = \"1\"\n\n# about the profile\n[profiles.p]\nmodel = \"o\"\n",
		"no line end":      "model = \"o\"",
		"a text with [":    "note = '''\n[mcp_servers.assent]\n'''\n",
		"lists of tables":  "[[things]]\na = 1\n\n[[things]]\na = 2\n",
		"quoted":           "[mcp_servers.\"a b\"]\ncommand = \"z\"\n",
		"parent's own":     "[mcp_servers]\n\n[mcp_servers.x]\ncommand = \"y\"\n",
		"other line ends":  "model = \"o\"\r\n",
		"numbers and date": "a = 1\nb = 1.5\nc = 2020-01-01\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := parseTOML([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			path := []string{"mcp_servers", "assent"}
			err = file.setTable(path, entry)
			if name == "a text with [" {
				if err == nil {
					t.Errorf("it was edited:\n%s", file.bytes())
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := file.get("mcp_servers", "assent", "command"); got != "/usr/bin/assentctl" {
				t.Errorf("command is %v in\n%s", got, file.bytes())
			}
			again := string(file.bytes())
			if err := file.setTable(path, entry); err != nil || string(file.bytes()) != again {
				t.Errorf("a second time changed it (%v):\n%s\n%s", err, again, file.bytes())
			}
			if err := file.removeTable(path...); err != nil {
				t.Fatal(err)
			}
			if got := file.get(path...); got != nil {
				t.Errorf("it is still there:\n%s", file.bytes())
			}
			if want := text; string(file.bytes()) != want && name != "no line end" {
				t.Errorf("taking it out left\n%q\nof\n%q", file.bytes(), want)
			}
		})
	}
}

func TestTOMLKeys(t *testing.T) {
	t.Parallel()
	file, err := parseTOML([]byte("[mcp_servers.x]\n# run it\ncommand = \"y\" # here\nargs = [\n  \"1\", # one\n  \"2\",\n]\nstartup_timeout_sec = 5\n\n[other]\na = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := file.setTable([]string{"mcp_servers", "x"}, []assignment{{"command", "a"}, {"args", []string{"b"}}}); err != nil {
		t.Fatal(err)
	}
	want := "[mcp_servers.x]\n# run it\ncommand = 'a'\nargs = ['b']\nstartup_timeout_sec = 5\n\n[other]\na = 1\n"
	if got := string(file.bytes()); got != want {
		t.Errorf("it is\n%s\nnot\n%s", got, want)
	}
}

func TestTOMLBroken(t *testing.T) {
	t.Parallel()
	if _, err := parseTOML([]byte("a = \n")); err == nil {
		t.Error("it was taken")
	}
}
