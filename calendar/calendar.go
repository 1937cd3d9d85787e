// Package calendar tells when the disruption budgets of a NodePool are active.
package calendar

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/karplint/karplint/model"
)

// Budget is an item of spec.disruption.budgets.
type Budget struct {
	Nodes   string   // "10%", "0"
	Reasons []string // nil: all

	hours    *cron.SpecSchedule // nil: always active
	duration int                // in minutes
}

// Read returns the budgets of a list. It returns an error if a part of one is not known, or if Karpenter cannot read it.
// Source: core@v1.8.0, pkg/apis/v1/nodepool.go (Budget.IsActive).
func Read(list *model.Value) ([]Budget, error) {
	if !list.IsWholeList() {
		return nil, fmt.Errorf("the budgets are not known")
	}
	var budgets []Budget
	for i, item := range list.Items {
		b, err := read(item)
		if err != nil {
			return nil, fmt.Errorf("budget %d: %w", i, err)
		}
		budgets = append(budgets, b)
	}
	return budgets, nil
}

// Forbidding returns those budgets of a list that are known, and forbid disruption for a reason while they are active.
func Forbidding(list *model.Value, reason string) []Budget {
	var budgets []Budget
	for _, item := range list.Children() {
		if b, err := read(item); err == nil && b.isFor(reason) && strings.TrimSuffix(b.Nodes, "%") == "0" {
			budgets = append(budgets, b)
		}
	}
	return budgets
}

func read(item *model.Value) (Budget, error) {
	if !item.IsMap() || item.Open {
		return Budget{}, fmt.Errorf("it is not known")
	}
	for _, e := range item.Entries {
		if e.Value.IsUnknown() {
			return Budget{}, fmt.Errorf("%s is not known", e.Key.Text)
		}
	}
	b := Budget{Nodes: item.Str("nodes")}
	if reasons := item.Get("reasons"); !reasons.IsAbsent() {
		if !reasons.IsWholeList() {
			return b, fmt.Errorf("reasons are not known")
		}
		b.Reasons = []string{}
		for _, reason := range reasons.Items {
			b.Reasons = append(b.Reasons, reason.Text)
		}
	}
	if item.Get("schedule").IsAbsent() && item.Get("duration").IsAbsent() {
		return b, nil
	}
	return b, b.readWindow(item.Str("schedule"), item.Str("duration"))
}

// readWindow reads the start and the length of the times at which the budget is active. The schedule is in UTC.
func (b *Budget) readWindow(schedule, duration string) error {
	length, err := time.ParseDuration(duration)
	if err != nil {
		return err
	}
	if length < 0 {
		return fmt.Errorf("the duration %q is negative", duration)
	}
	parsed, err := cron.ParseStandard("TZ=UTC " + schedule)
	if err != nil {
		return err
	}
	hours, ok := parsed.(*cron.SpecSchedule)
	if !ok || strings.HasPrefix(schedule, "@every") {
		return fmt.Errorf("the schedule %q has no times of the day", schedule)
	}
	b.hours, b.duration = hours, int(length/time.Minute)
	return nil
}

// isFor reports whether the budget limits disruption for the reason.
func (b Budget) isFor(reason string) bool {
	return b.Reasons == nil || slices.Contains(b.Reasons, reason)
}

// isScheduled reports whether the budget is active at some times only.
func (b Budget) isScheduled() bool { return b.hours != nil }

// start is a Monday, and the first day of a leap year.
var start = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

const (
	minutesOfDay  = 24 * 60
	minutesOfWeek = 7 * minutesOfDay
	minutesOfYear = 366 * minutesOfDay
	isStar        = 1 << 63 // a field of a cron.SpecSchedule that is "*"
)

// isWeekly reports whether the budget is active at the same times of every week.
func (b Budget) isWeekly() bool {
	return b.hours == nil || b.hours.Dom&isStar != 0 && b.hours.Month&isStar != 0
}

// Free returns the times at which none of the budgets is active.
func Free(budgets []Budget) Times {
	t := Times{cycle: minutesOfWeek}
	if slices.ContainsFunc(budgets, func(b Budget) bool { return !b.isWeekly() }) {
		t.cycle = minutesOfYear
	}
	active := make([]bool, t.cycle)
	for _, b := range budgets {
		b.mark(active)
		t.isMoving = t.isMoving || b.hours != nil && t.cycle == minutesOfYear && b.hours.Dow&isStar == 0
	}
	t.windows = windowsOf(active)
	return t
}

// mark marks the minutes of a week or a year at which the budget is active. What begins near its end goes on at its beginning.
func (b Budget) mark(active []bool) {
	if b.hours == nil || b.duration >= len(active) {
		for minute := range active {
			active[minute] = true
		}
		return
	}
	changes := make([]int32, len(active)+1)
	for begin := range b.begins(len(active)) {
		changes[begin]++
		if end := begin + b.duration; end <= len(active) {
			changes[end]--
		} else {
			changes[0]++
			changes[end-len(active)]--
		}
	}
	number := int32(0)
	for minute := range active {
		number += changes[minute]
		active[minute] = active[minute] || number > 0
	}
}

// begins yields the minutes at which the budget becomes active, in a number of minutes from start on.
func (b Budget) begins(minutes int) func(yield func(int) bool) {
	days := *b.hours
	days.Second, days.Minute, days.Hour = 1, 1, 1 // midnight: the library decides about the days
	end := start.Add(time.Duration(minutes) * time.Minute)
	return func(yield func(int) bool) {
		for day := days.Next(start.Add(-time.Second)); !day.IsZero() && day.Before(end); day = days.Next(day) {
			midnight := int(day.Sub(start) / time.Minute)
			for hour := range each(b.hours.Hour, 24) {
				for minute := range each(b.hours.Minute, 60) {
					if !yield(midnight + hour*60 + minute) {
						return
					}
				}
			}
		}
	}
}

// each yields the numbers below the limit whose bits are set.
func each(set uint64, limit int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for set &= 1<<limit - 1; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}
