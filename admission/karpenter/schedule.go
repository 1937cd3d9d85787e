package karpenter

import (
	"fmt"
	"strings"

	"github.com/robfig/cron/v3"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/facts"
)

// checkBudgets checks the schedules of budgets. The webhook rejects a schedule that does not parse. The controller treats such a
// budget as 0 at all times, so it disrupts no node of the pool.
func (j *judge) checkBudgets(list place) {
	if j.target()&setOf(facts.KarpenterChecks().Budgets) == 0 {
		return
	}
	budgets, _ := j.items(list)
	for _, budget := range budgets {
		field := j.field(budget, "schedule")
		schedule, ok := j.Text(field.value)
		if !ok || j.parsesSchedule(schedule) {
			continue
		}
		_, err := cron.ParseStandard(inUTC(schedule))
		p := problem{
			place: field,
			fact:  fmt.Sprintf("schedule %q is not a cron expression", schedule),
			why:   faultOfSchedule(schedule, err),
			help:  "write minute, hour, day of month, month and day of week (0 to 6), in UTC",
			fix:   fixOfSchedule(field.path, schedule),
		}
		if j.refuse("budget-schedule", p) {
			continue
		}
		p.why = "Karpenter treats the budget as 0 and never disrupts a node of the pool: " + p.why
		j.suspect("budget-schedule", p)
	}
}

func inUTC(schedule string) string { return "TZ=UTC " + schedule }

// parsesSchedule reports whether a schedule may be valid in a release of the target.
func (j *judge) parsesSchedule(schedule string) bool {
	if _, err := cron.ParseStandard(inUTC(schedule)); err == nil {
		return true
	}
	return namesTimeZone(schedule) && j.target()&^setOf(facts.KarpenterChecks().SchedulesInUTC...) != 0
}

func namesTimeZone(schedule string) bool {
	return strings.HasPrefix(schedule, "TZ=") || strings.HasPrefix(schedule, "CRON_TZ=")
}

// faultOfSchedule describes the mistake in a schedule, on one line.
func faultOfSchedule(schedule string, err error) string {
	if namesTimeZone(schedule) {
		return "Karpenter reads it in UTC, and allows no other time zone"
	}
	fault, _, _ := strings.Cut(err.Error(), ": [")
	fault, _, _ = strings.Cut(fault, ": strconv")
	return fault
}

// fixOfSchedule writes Sunday as 0 in the last field, because Karpenter's parser does not accept 7.
func fixOfSchedule(path []any, schedule string) *admission.Fix {
	fixed, ok := strings.CutSuffix(schedule, " 7")
	if !ok {
		return nil
	}
	fixed += " 0"
	if _, err := cron.ParseStandard(inUTC(fixed)); err != nil {
		return nil
	}
	return setText(path, schedule, fixed)
}
