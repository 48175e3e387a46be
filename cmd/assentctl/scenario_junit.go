package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"strings"
	"time"

	"assent/app/scenario"
)

// suite is a JUnit report.
type suite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"` // always 0: what cannot be played failed
	Skipped  int        `xml:"skipped,attr"`
	Time     string     `xml:"time,attr"`
	Cases    []testCase `xml:"testcase"`

	took time.Duration
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    string   `xml:"time,attr"`
	Failure *finding `xml:"failure"`
	Skipped *finding `xml:"skipped"`
}

type finding struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func newSuite(tests int) *suite { return &suite{Name: "assentctl scenario", Tests: tests} }

// add adds how a scenario went, and where it differs.
func (s *suite) add(played toPlay, result scenario.Result, differs []string) {
	c := testCase{Class: "scenario", Name: played.Name, Time: seconds(result.Took)}
	switch {
	case result.Skipped != "":
		s.Skipped++
		c.Skipped = &finding{Message: result.Skipped}
	case !result.Pass():
		s.Failures++
		c.Failure = &finding{Message: played.English, Text: "\n" + strings.Join(differs, "\n") + "\n"}
	}
	s.took += result.Took
	s.Cases = append(s.Cases, c)
}

func (s *suite) write(file string) error {
	s.Time = seconds(s.took)
	data, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the report: %w", err)
	}
	return os.WriteFile(file, append([]byte(xml.Header), append(data, '\n')...), 0o644)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
