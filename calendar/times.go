package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Times are parts of each week or year, in UTC.
type Times struct {
	cycle    int // minutes of a week or a year
	windows  []window
	isMoving bool // a day of the week decides about times of a year, so each year has others
}

// window is a time of a cycle in minutes since its start. The end is exclusive, and may be beyond the end of the cycle.
type window struct{ begin, end int }

func (w window) length() int { return w.end - w.begin }

// windowsOf returns the longest times that are not marked. What goes on at the beginning of the cycle is one with what reaches its end.
func windowsOf(marked []bool) []window {
	first := slices.Index(marked, true)
	if first < 0 {
		return []window{{0, len(marked)}}
	}
	var windows []window
	begin := -1
	for i := first; i <= first+len(marked); i++ {
		isMarked := marked[i%len(marked)]
		switch {
		case !isMarked && begin < 0:
			begin = i
		case isMarked && begin >= 0:
			windows = append(windows, window{begin, i})
			begin = -1
		}
	}
	for i, w := range windows {
		if w.begin >= len(marked) {
			windows[i] = window{w.begin - len(marked), w.end - len(marked)}
		}
	}
	slices.SortFunc(windows, func(a, b window) int { return a.begin - b.begin })
	return windows
}

// IsNever reports whether there is no such time.
func (t Times) IsNever() bool { return len(t.windows) == 0 }

// IsAlways reports whether there is no other time.
func (t Times) IsAlways() bool { return len(t.windows) == 1 && t.windows[0].length() == t.cycle }

// Has reports whether the moment is one of these times.
func (t Times) Has(moment time.Time) bool {
	moment = moment.UTC()
	day := (int(moment.Weekday()) + 6) % 7
	if t.cycle == minutesOfYear {
		day = time.Date(start.Year(), moment.Month(), moment.Day(), 0, 0, 0, 0, time.UTC).YearDay() - 1
	}
	minute := day*minutesOfDay + moment.Hour()*60 + moment.Minute()
	return slices.ContainsFunc(t.windows, func(w window) bool {
		return w.begin <= minute && minute < w.end || w.begin <= minute+t.cycle && minute+t.cycle < w.end
	})
}

// String describes the times: "Monday to Friday 18:00 to 09:00 UTC and all weekend".
func (t Times) String() string {
	switch {
	case t.IsNever():
		return "never"
	case t.IsAlways():
		return "at any time"
	case t.cycle == minutesOfYear:
		return t.ofYear()
	case len(t.windows) == 1 && t.windows[0].length() > 6*minutesOfDay && t.pause().isInDay():
		pause := t.pause()
		return fmt.Sprintf("at other times than %s %s UTC", weekdays[pause.begin/minutesOfDay], pause.hours())
	}
	return t.ofWeek()
}

// pause returns the time between the only window of a week and the next one.
func (t Times) pause() window {
	begin := t.windows[0].end % minutesOfWeek
	return window{begin, begin + minutesOfWeek - t.windows[0].length()}
}

// isInDay reports whether the window begins and ends on the same day.
func (w window) isInDay() bool { return w.begin/minutesOfDay == (w.end-1)/minutesOfDay }

// share describes the times by how much of the week or year they are.
func (t Times) share(of string) string {
	minutes := 0
	for _, w := range t.windows {
		minutes += w.length()
	}
	return fmt.Sprintf("in about %d%% of the %s", max(1, min(99, 100*minutes/t.cycle)), of)
}

// hours are the times of the day at which a window begins and ends.
type hours struct{ begin, end int }

func (h hours) String() string { return clock(h.begin) + " to " + clock(h.end) }

func clock(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

// hours returns the times of the day of a window of less than a day. A window to midnight ends at 24:00.
func (w window) hours() hours {
	end := w.end % minutesOfDay
	if end == 0 {
		end = minutesOfDay
	}
	return hours{w.begin % minutesOfDay, end}
}

// ofWeek describes times of a week: the days with the same hours together, and then what is longer than a day.
func (t Times) ofWeek() string {
	days := map[hours][]int{}
	var order []hours
	var long []window
	for _, w := range t.windows {
		if w.length() > minutesOfDay {
			long = append(long, w)
			continue
		}
		h := w.hours()
		if days[h] == nil {
			order = append(order, h)
		}
		days[h] = append(days[h], w.begin/minutesOfDay)
	}
	if len(order) == 1 && len(long) == 1 && isWeekend(long[0], order[0], days[order[0]]) {
		return fmt.Sprintf("Monday to Friday %s UTC and all weekend", order[0])
	}
	var parts []string
	for _, h := range order {
		parts = append(parts, namesOf(days[h])+" "+h.String())
	}
	for _, w := range long {
		parts = append(parts, moment(w.begin)+" to "+moment(w.end))
	}
	if len(parts) > most {
		return t.share("week")
	}
	return join(parts) + " UTC"
}

// isWeekend reports whether the window goes from Friday to Monday, at the hours of Monday to Thursday.
func isWeekend(w window, h hours, days []int) bool {
	return slices.Equal(days, []int{0, 1, 2, 3}) && h.end < h.begin &&
		w.begin == 4*minutesOfDay+h.begin && w.end == minutesOfWeek+h.end
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// namesOf describes days of the week, which are sorted: "every day", "Monday to Friday", "Monday and Wednesday".
func namesOf(days []int) string {
	if len(days) == 7 {
		return "every day"
	}
	var parts []string
	for len(days) > 0 {
		n := 1
		for n < len(days) && days[n] == days[0]+n {
			n++
		}
		if n < 3 {
			n = 1
			parts = append(parts, weekdays[days[0]])
		} else {
			parts = append(parts, weekdays[days[0]]+" to "+weekdays[days[n-1]])
		}
		days = days[n:]
	}
	return join(parts)
}

func moment(minute int) string {
	return weekdays[minute/minutesOfDay%7] + " " + clock(minute%minutesOfDay)
}

// most is the number of times that are named.
const most = 3

// ofYear describes times of a year.
func (t Times) ofYear() string {
	if t.isMoving {
		return t.share("year")
	}
	var parts []string
	for _, w := range t.windows[:min(most, len(t.windows))] {
		parts = append(parts, date(w.begin)+" to "+date(w.end))
	}
	if more := len(t.windows) - most; more > 0 {
		return fmt.Sprintf("%s UTC, and %d more times a year", strings.Join(parts, ", "), more)
	}
	return join(parts) + " UTC"
}

func date(minute int) string {
	return start.Add(time.Duration(minute%minutesOfYear) * time.Minute).Format("2 January 15:04")
}

func join(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
