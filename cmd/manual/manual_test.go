package manual

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestPagesSayWhatCommandsSay(t *testing.T) {
	t.Parallel()
	root := &cobra.Command{Use: "tool", Short: "Do a_thing_ or *two*"}
	below := &cobra.Command{
		Use: "serve", Short: "Serve",
		Long: "Globs are * and **, names a_b_c, places <here>.\n\n  {\"a\":\"*\",\n   \"b_c_\":1}\nAnd so on.\n",
		Run:  func(*cobra.Command, []string) {},
	}
	root.AddCommand(below, Command(root))
	folder := t.TempDir()
	root.SetArgs([]string{"man", folder})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder + "/tool.1"); err != nil {
		t.Error(err)
	}
	page, err := os.ReadFile(folder + "/tool-serve.1")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`.TH "TOOL" "1"`, `Globs are * and **, names a_b_c, places <here>.`, "\n  {\"a\":\"*\",\n   \"b_c_\":1}\n", "And so on."} {
		if text := strings.NewReplacer(`\-`, "-", `\_`, "_", `\&`, "").Replace(string(page)); !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}
