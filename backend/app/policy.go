package app

import (
	"slices"
	"strings"
	"sync"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// The settings and their values; the first is the default.
const (
	policyAudit   = "audit"
	auditRequired = "required"
	auditLenient  = "best-effort"
)

// setting is one thing that the backend's owner decides.
type setting struct {
	name, says string
	values     []string
}

func settings() []setting {
	return []setting{
		{policyAudit, "required: an action is refused when its row in the audit cannot be written; best-effort: it is carried out all the same, and logged", []string{auditRequired, auditLenient}},
	}
}

// policies are the settings, from the store.
type policies struct {
	bucket *store.Bucket
	audit  *store.Audit

	mu  sync.Mutex
	now map[string]string // owner: the bucket; only what differs from the default
}

func openPolicies(s *storage) (*policies, error) {
	p := &policies{bucket: s.policy, audit: s.Audit, now: map[string]string{}}
	return p, p.read()
}

// read takes the settings from the store.
func (p *policies) read() error {
	now := map[string]string{}
	for _, o := range settings() {
		v, err := p.bucket.Get("setting-" + o.name)
		if err != nil {
			return err
		}
		if v != nil {
			now[o.name] = string(v)
		}
	}
	p.mu.Lock()
	p.now = now
	p.mu.Unlock()
	return nil
}

func (p *policies) get(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if v := p.now[name]; v != "" {
		return v
	}
	for _, o := range settings() {
		if o.name == name {
			return o.values[0]
		}
	}
	return ""
}

func (p *policies) list() []httpapi.Setting {
	var list []httpapi.Setting
	for _, o := range settings() {
		list = append(list, httpapi.Setting{Name: o.name, Value: p.get(o.name), Values: o.values, Says: o.says})
	}
	slices.SortFunc(list, func(a, b httpapi.Setting) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// set changes a setting for good and records that.
func (p *policies) set(user, name, value string) error {
	for _, o := range settings() {
		if o.name != name {
			continue
		}
		if !slices.Contains(o.values, value) {
			return invalid(name + ": must be one of " + strings.Join(o.values, ", "))
		}
		if err := p.bucket.Put("setting-"+name, []byte(value)); err != nil {
			return protocol.NewError(protocol.CodeInternal, "the setting could not be stored; see the backend's log")
		}
		p.mu.Lock()
		p.now[name] = value
		p.mu.Unlock()
		p.audit.Note(store.Row{What: store.WhatPolicy, User: user, Action: name, Outcome: value})
		return nil
	}
	return invalid("there is no such setting; bua policy lists them")
}
