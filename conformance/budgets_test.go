package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clock "k8s.io/utils/clock/testing"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"

	"github.com/karplint/karplint/calendar"
	"github.com/karplint/karplint/model"
)

// TestBudgetsAreActive compares the calendar of budgets with Karpenter's own answer, at every minute around the hits of a schedule and at random ones
// of the leap year that the calendar takes as an example.
func TestBudgetsAreActive(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(choices ...string) string { return choices[random.IntN(len(choices))] }
	for range 300 {
		schedule := pick("@daily", "@hourly", "@weekly", "@monthly", "@yearly", fmt.Sprintf("%s %s %s %s %s",
			pick("0", "30", "*/20", "59"), pick("9", "22", "*", "0-6", "*/5"), pick("*", "*", "1", "15", "*/7"), pick("*", "*", "12", "*/6"),
			pick("*", "*", "mon-fri", "0", "sat,sun")))
		duration := pick("1m", "30m", "1h", "9h30m", "24h", "100h", "800h")
		length, err := time.ParseDuration(duration)
		if err != nil {
			t.Fatal(err)
		}
		judge := karpv1.Budget{Nodes: "1", Schedule: &schedule, Duration: &metav1.Duration{Duration: length}}
		item := model.NewMap(model.NewEntry("nodes", model.NewString("1")), model.NewEntry("schedule", model.NewString(schedule)), model.NewEntry("duration", model.NewString(duration)))
		budgets, err := calendar.Read(model.NewList(item))
		if err != nil {
			t.Fatalf("%s: %v", schedule, err)
		}
		free := calendar.Free(budgets)
		for range 200 {
			at := time.Date(2024, 1, 1, 0, random.IntN(366*24*60), 30, 0, time.UTC)
			if at.Before(time.Date(2024, 2, 10, 0, 0, 0, 0, time.UTC)) {
				continue // what began in the year before, whose weekdays are others
			}
			want, err := judge.IsActive(clock.NewFakeClock(at))
			if err != nil {
				t.Fatal(err)
			}
			if free.Has(at) == want {
				t.Errorf("%s for %s at %s: active %v", schedule, duration, at.Format("Mon 2 Jan 15:04"), want)
				break
			}
		}
	}
}
