// Package model checks the backend's pool, the extension's link and its
// dispatcher together, under faults at random. It has tests only.
//
// Several browsers of two users are paired with one backend. Each browser is
// coretest's world around the real dispatcher, driven by the real worker with
// the real link; the backend is the real pool behind the real pairing.
// Between them are sockets in memory that deliver nothing by themselves: a walk
// of random steps lets each message through, twice, late or never, cuts lines
// that one end believes in, kills workers and backends, moves time, locks
// screens, closes tabs, cancels, revokes and stops. Everything runs in one
// bubble of testing/synctest: a step ends when nothing moves any more, and a
// minute of waiting costs nothing.
//
// It decides what must hold after each step, whatever happened:
//
//   - an action is carried out once at most, in the browser that was asked for;
//   - a caller learns of its own action, in time, and what it learns is true: a
//     result only of what was done, "nothing has happened" only if nothing did;
//   - no action is carried out without its row in the audit, each row ends once,
//     and with what the caller learned;
//   - a session starts once and ends once (coretest's Violations, with the
//     extension's own log), and the backend hears of it what happened, in order;
//   - a device that was revoked is sent nothing and gets nothing done;
//   - in the end everybody has an answer, and every browser is connected again.
//
// The same seed takes the same walk. One that fails is told as the fewest steps
// that still fail. What crosses into this room: pool.Request from above,
// worker.Deliver and worker.Host from below.
package model
