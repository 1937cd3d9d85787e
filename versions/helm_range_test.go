package versions

import (
	"strings"
	"testing"
)

func TestChartVersions(t *testing.T) {
	for text, want := range map[string]string{
		"0.37.0":                   ">= 0.37.0, <= 0.37.0",
		"v0.32.1":                  ">= 0.32.1, <= 0.32.1",
		"1.0.0-rc1":                ">= 1.0.0, <= 1.0.0",
		"~1.2":                     ">= 1.2.0, < 1.3.0",
		"~1.2.3":                   ">= 1.2.3, < 1.3.0",
		"~1":                       ">= 1.0.0, < 2.0.0",
		"~> 0.37.0":                ">= 0.37.0, < 0.38.0",
		"^1":                       ">= 1.0.0, < 2.0.0",
		"^1.2.3":                   ">= 1.2.3, < 2.0.0",
		"^0.37":                    ">= 0.37.0, < 0.38.0",
		"^0.37.1":                  ">= 0.37.1, < 0.38.0",
		"^0.0.3":                   ">= 0.0.3, <= 0.0.3",
		"1.x":                      ">= 1.0.0, < 2.0.0",
		"1.2.x":                    ">= 1.2.0, < 1.3.0",
		"1":                        ">= 1.0.0, < 2.0.0",
		"0.37.*":                   ">= 0.37.0, < 0.38.0",
		">=1 <2":                   ">= 1.0.0, < 2.0.0",
		">= 1.0, < 1.2":            ">= 1.0.0, < 1.2.0",
		">=1.0.0-0":                ">= 1.0.0",
		"<1.1.0":                   "< 1.1.0",
		">1.0.8":                   ">= 1.0.9",
		"!=1.0.8":                  "",
		">=1.0.0 !=1.0.5":          ">= 1.0.0",
		"1.0 - 1.2":                ">= 1.0.0, < 1.3.0",
		"~0.36 || ~0.37":           ">= 0.36.0, < 0.38.0",
		">=1 <0.5":                 "",
		"*":                        "",
		"latest":                   "",
		"":                         "",
		"{{ .Version }}":           "",
		"HEAD":                     "",
		"1.2.3.4":                  "",
		"99999999999999999999.1.1": "",
	} {
		if got := ParseHelmRange(text).String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestLongRanges: blanks are skipped at once, and a very long text is no version.
func TestLongRanges(t *testing.T) {
	blanks := strings.Repeat(" ", 4000)
	if got := ParseHelmRange(">=" + blanks + "1.0.8 <" + blanks[:10] + "2").String(); got != ">= 1.0.8, < 2.0.0" {
		t.Errorf("%s", got)
	}
	if n := testing.AllocsPerRun(10, func() { ParseHelmRange(">=" + blanks + "1.0.8") }); n > 100 {
		t.Errorf("%v allocations", n)
	}
	long := strings.Repeat("9", maxRange)
	for _, interval := range []Interval{ParseHelmRange("1." + long), ParseTerraform("~> 1." + long),
		ParseTerraform("1.0.8" + strings.Repeat(", >= 1.0.8", 1000))} {
		if interval != (Interval{}) {
			t.Errorf("%s", interval)
		}
	}
}
