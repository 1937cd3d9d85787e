package calendar

import "slices"

// reasons are those for which a budget may be. Source: core@v1.8.0, pkg/apis/v1/nodepool.go (DisruptionReason).
var reasons = []string{"Underutilized", "Empty", "Drifted"}

// FreeTimes are the times at which nothing limits disruption for some reasons.
type FreeTimes struct {
	Reasons []string
	Times   Times
}

// FreeByReason returns when none of the budgets for a reason is active, for the reasons that have a budget with a schedule. Reasons with equal times
// are together. Reasons without such times, or without any budget, are left out.
func FreeByReason(budgets []Budget) (all []FreeTimes) {
	if !slices.ContainsFunc(budgets, Budget.isScheduled) {
		return nil
	}
	for _, reason := range reasons {
		var own []Budget
		for _, b := range budgets {
			if b.isFor(reason) {
				own = append(own, b)
			}
		}
		free := Free(own)
		if free.IsNever() || !slices.ContainsFunc(own, Budget.isScheduled) {
			continue
		}
		i := slices.IndexFunc(all, func(f FreeTimes) bool {
			return slices.Equal(f.Times.windows, free.windows) && f.Times.cycle == free.cycle
		})
		if i < 0 {
			all = append(all, FreeTimes{Times: free})
			i = len(all) - 1
		}
		all[i].Reasons = append(all[i].Reasons, reason)
	}
	return all
}
