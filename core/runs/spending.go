package runs

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
)

// Caps bound what models with a known price may cost, in millionths of a dollar; 0 is no
// cap. Run is the bound of a run that is given none.
type Caps struct{ Run, Day, Month int64 }

// Paid is what was paid today and in this month, in millionths of a dollar, and of the
// month by model, the dearest first.
type Paid struct {
	Today, Month int64
	Models       []PaidModel
}

// PaidModel is what a model was paid for.
type PaidModel struct {
	Model string
	Money int64
}

// spending is what all runs have paid; owner: Runs. Its days are those of this machine's
// clock. A run that is forgotten is paid for all the same.
type spending struct {
	ledger Ledger
	// others is what other backends of the person's have paid; nil for none.
	others func() (map[string]map[string]int64, error)
	caps   func() (Caps, error)
	log    Log

	mu sync.Mutex
	// days are by date and model, nil until they were read; the ledger is the source.
	days map[string]map[string]int64
}

// read reads the ledger once. The mutex is held.
func (s *spending) read() error {
	if s.days != nil {
		return nil
	}
	all, err := s.ledger.All()
	if err != nil {
		return err
	}
	days := map[string]map[string]int64{}
	for date, data := range all {
		day, ok := readDay(data)
		if !ok {
			return errors.New("what was paid on " + date + " cannot be read")
		}
		days[date] = day
	}
	s.days = days
	return nil
}

// add counts what an answer cost.
func (s *spending) add(now time.Time, model string, cost int64) {
	if s.ledger == nil || cost <= 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.read()
	if err == nil {
		date := dateOf(now)
		if s.days[date] == nil {
			s.days[date] = map[string]int64{}
		}
		s.days[date][model] += cost
		err = s.ledger.Put(date, appendDay(nil, s.days[date]))
	}
	if err != nil {
		s.log.Error("what a model costs cannot be recorded", "", err)
	}
}

// sum is what was paid. The mutex is held.
func (s *spending) sum(now time.Time) (Paid, error) {
	sum := Paid{Models: []PaidModel{}}
	if s.ledger == nil {
		return sum, nil
	}
	if err := s.read(); err != nil {
		return sum, err
	}
	everybodys := []map[string]map[string]int64{s.days}
	if s.others != nil {
		others, err := s.others()
		if err != nil {
			return sum, err
		}
		everybodys = append(everybodys, others)
	}
	date, month := dateOf(now), dateOf(now)[:len("2006-01")]
	models := map[string]int64{}
	for _, days := range everybodys {
		for day, list := range days {
			for model, paid := range list {
				if day == date {
					sum.Today += paid
				}
				if len(day) > len(month) && day[:len(month)] == month {
					sum.Month += paid
					models[model] += paid
				}
			}
		}
	}
	for _, model := range slices.Sorted(maps.Keys(models)) { // few: the dearest first, then by name
		at := 0
		for at < len(sum.Models) && sum.Models[at].Money >= models[model] {
			at++
		}
		sum.Models = slices.Insert(sum.Models, at, PaidModel{model, models[model]})
	}
	return sum, nil
}

// check refuses what a cap has no money left for. What has no known price is not held
// back. Where nobody knows what was paid nothing more is.
func (s *spending) check(now time.Time, p budget.Price) error {
	if s.caps == nil || !p.Known() {
		return nil
	}
	caps, err := s.caps()
	var sum Paid
	if err == nil && caps.Day+caps.Month > 0 {
		s.mu.Lock()
		sum, err = s.sum(now)
		s.mu.Unlock()
	}
	refuse := func(text string) error { return &chat.Fault{Code: chat.CodeMoney, Text: text} }
	switch {
	case err != nil:
		s.log.Error("whether a cap is reached cannot be told, so nothing is paid", "", err)
		return refuse("Whether a cap on money is reached cannot be told, so nothing is paid; bua's log says why.")
	case caps.Day > 0 && sum.Today >= caps.Day:
		return refuse("The cap of $" + dollars(caps.Day) + " for a day is reached: raise it, or go on tomorrow.")
	case caps.Month > 0 && sum.Month >= caps.Month:
		return refuse("The cap of $" + dollars(caps.Month) + " for a month is reached: raise it, or go on next month.")
	}
	return nil
}

// bound is what a run may cost that is given no bound.
func (s *spending) bound() (int64, error) {
	if s.caps == nil {
		return 0, nil
	}
	caps, err := s.caps()
	return caps.Run, err
}

// Paid tells what was paid for the models of all runs.
func (rs *Runs) Paid() (Paid, error) {
	s := &rs.spending
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sum(rs.clock.Now())
}
