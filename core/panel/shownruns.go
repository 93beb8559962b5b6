package panel

import "github.com/zapvol/bua/core/runs"

// ShownRun is how a panel sees a run.
func ShownRun(v runs.View) Run {
	return Run{ID: v.ID, Task: v.Task, Mode: v.Mode, Model: v.Model, Status: v.Status, Code: v.Code, Summary: v.Summary,
		Created: v.Created, Updated: v.Updated, Tab: v.Tab, URL: v.URL, Used: Used(v.Used), Question: shownQuestion(v.Question), Trouble: v.Trouble}
}

func shownQuestion(q *runs.Question) *Question {
	if q == nil {
		return nil
	}
	return &Question{ID: q.ID, Text: q.Text, Sink: q.Sink, Site: q.Site, To: q.To, What: q.What, Leaves: q.Leaves, Single: q.Single, Help: q.Help}
}

func shownUpdate(u runs.Update) Update {
	s := Update{Entry: u.Entry, At: u.At, Type: UpdateType(u.Type), Text: u.Text, Call: u.Call, Name: u.Name, Arguments: u.Arguments,
		Failed: u.Failed, Status: u.Status, Code: u.Code, Summary: u.Summary, Question: shownQuestion(u.Question)}
	if u.Used != nil {
		used := Used(*u.Used)
		s.Used = &used
	}
	if u.Run != nil {
		r := ShownRun(*u.Run)
		s.Run = &r
	}
	return s
}

// PaidOf is how a panel sees what was paid, and what bounds it.
func PaidOf(sum runs.Paid, caps runs.Caps) Paid {
	s := Paid{Today: sum.Today, Month: sum.Month, RunCap: caps.Run, DayCap: caps.Day, MonthCap: caps.Month}
	for _, one := range sum.Models {
		s.Models = append(s.Models, PaidModel(one))
	}
	return s
}
