package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
)

// Policy answers a conversation as the server has read it. IDs of calls are the
// server's own to give.
type Policy func(chat.Request) Say

// Say is what a policy answers.
type Say struct {
	Text, Reasoning string
	Calls           []chat.Call
	// Cut says that the bound of tokens was reached.
	Cut bool
}

// Traits are how a server differs from the first one of its form. Each is a server
// that was met; research names its thread.
type Traits struct {
	Key, Model string
	// Others are further models that its list names; with NoList it has none.
	Others []string
	NoList bool
	// Browsers lets pages of any origin ask.
	Browsers bool
	// Origins refuses who says that a page or an extension asks, as Ollama does with 403.
	Origins bool
	// Kind is which program on this machine it is, "" for none: what it says of its
	// models besides the form's own list.
	Kind Kind
	// Blind says that the model sees no pictures, although they are taken; NoTools that
	// tools are refused, and Asleep that the model is not loaded before the first
	// request.
	Blind, NoTools, Asleep bool
	// Window is in tokens of four characters, 0 for any.
	Window int
	// What is refused.
	NoTemperature, NoMaxTokens, NoRequired, NoStreamOptions, NoToolStream, NoPictures, NoUserAfterTool, PlainSchema bool
	// What is wanted back, and how ids must look.
	EchoReasoning, SignedCalls, ShortIDs bool
	// SignAlone signs an answer in a piece of its own, Details gives thoughts in pieces
	// whose whole is signed; both want them back.
	SignAlone, Details bool
	// NoThoughts says that the model does not think, and that nobody may ask for it.
	NoThoughts bool
	// Thinks is how many tokens it thinks before it says anything: they count as the
	// answer's. Most is the largest bound that is taken, 0 for any.
	Thinks, Most int
	// How answers are damaged; CacheHits tells what was cached under DeepSeek's name.
	NoIndex, SameIndex, SameIDs, StopForCalls, NoUsage, CacheHits bool
	// Words writes a text word by word, not in halves (Chat Completions only). Pace is
	// called before each piece is written, and may wait.
	Words bool
	Pace  func(piece string)
}

// Kind is a program that serves models.
type Kind string

// The kinds.
const (
	LMStudio Kind = "lmstudio"
	LlamaCpp Kind = "llamacpp"
	Ollama   Kind = "ollama"
)

// Fault is what the next request gets instead of its answer.
type Fault struct {
	Status int
	Header map[string]string
	Body   string
	// Break ends the answer after so many pieces, when there is no Status.
	Break int
	// Hang keeps silent until the client has gone.
	Hang bool
}

// Server is one.
type Server struct {
	*httptest.Server
	Traits Traits
	policy Policy

	mu      sync.Mutex
	faults  []Fault
	refused []string
	bodies  []string
	calls   int
	// issued is what was given out to come back: signatures, and which thought an item
	// needs.
	issued map[string]string
	asked  []string
	held   chan struct{}
	gone   chan struct{}
}

// New starts a server; the caller closes it.
func New(t Traits, p Policy) *Server {
	s := &Server{Traits: t, policy: p, issued: map[string]string{}, held: make(chan struct{}, 100), gone: make(chan struct{}, 100)}
	if s.Traits.Model == "" {
		s.Traits.Model = "fake"
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.serve(s.completions, openAIRefusal))
	mux.HandleFunc("POST /v1/responses", s.serve(s.responses, openAIRefusal))
	mux.HandleFunc("POST /v1beta/models/{model}", s.serve(s.gemini, googleRefusal))
	mux.HandleFunc("POST /v1/messages", s.serve(s.messages, anthropicRefusal))
	mux.HandleFunc("POST /api/chat", s.serve(s.ollama, ollamaRefusal))
	s.tell(mux)
	all := http.Handler(mux)
	if t.Browsers {
		all = open(mux)
	}
	if t.Origins {
		all = homely(mux)
	}
	s.Server = httptest.NewServer(all)
	return s
}

// Next sets what the next requests get, one each.
func (s *Server) Next(f ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f...)
}

// Refused are the sentences of all refusals, Bodies all requests.
func (s *Server) Refused() []string { s.mu.Lock(); defer s.mu.Unlock(); return s.refused }

// Bodies are all requests, as they came.
func (s *Server) Bodies() []string { s.mu.Lock(); defer s.mu.Unlock(); return s.bodies }

// Held tells each time that a request is here and gets no answer.
func (s *Server) Held() <-chan struct{} { return s.held }

// refusal is what a server refuses with.
type refusal struct {
	status            int
	code, param, says string
}

func bad(format string, args ...any) *refusal {
	return &refusal{status: 400, says: fmt.Sprintf(format, args...)}
}

type body = map[string]any

// handler reads a request strictly and answers with the pieces of a stream, or with
// one piece and its type.
type handler func(body) (kind string, pieces []string, no *refusal)

// open lets a page of any origin ask, as providers do that let browsers in: the preflight too.
func open(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "*, Authorization")
		w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
		if req.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, req)
	})
}

// homely lets nobody in who names an origin.
func homely(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Header.Get("Origin") != "" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, req)
	})
}

func (s *Server) serve(h handler, write func(http.ResponseWriter, *refusal)) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		data, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.bodies = append(s.bodies, string(data))
		var f Fault
		if len(s.faults) > 0 {
			f, s.faults = s.faults[0], s.faults[1:]
		}
		s.mu.Unlock()
		for k, v := range f.Header {
			w.Header().Set(k, v)
		}
		if f.Hang {
			s.held <- struct{}{}
			<-req.Context().Done()
			s.gone <- struct{}{}
			return
		}
		if f.Status != 0 {
			w.WriteHeader(f.Status)
			_, _ = io.WriteString(w, f.Body)
			return
		}
		var in body
		no := bad("the body is no JSON")
		var kind string
		var pieces []string
		if json.Unmarshal(data, &in) == nil {
			if no = s.enter(req, in); no == nil {
				kind, pieces, no = h(in)
			}
		}
		if no != nil {
			s.mu.Lock()
			s.refused = append(s.refused, no.says)
			s.mu.Unlock()
			w.Header().Set("Content-Type", "application/json")
			write(w, no)
			return
		}
		w.Header().Set("Content-Type", kind)
		for i, p := range pieces {
			if f.Break > 0 && i == f.Break {
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler) // the connection breaks
			}
			if s.Traits.Pace != nil {
				s.Traits.Pace(p)
			}
			_, _ = io.WriteString(w, p)
			w.(http.Flusher).Flush()
		}
	}
}

// key is the key that a request has, by whichever header.
func key(req *http.Request) string {
	k := strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")
	for _, name := range []string{"X-Api-Key", "Api-Key", "X-Goog-Api-Key"} {
		k += req.Header.Get(name)
	}
	return k
}

// enter checks key, model and window.
func (s *Server) enter(req *http.Request, in body) *refusal {
	if k := key(req); s.Traits.Key != "" && k != s.Traits.Key {
		return &refusal{401, "invalid_api_key", "", "Incorrect API key provided: " + k}
	}
	if in["tools"] != nil && s.Traits.NoTools {
		return bad("\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set")
	}
	name := in["model"]
	if path := req.PathValue("model"); path != "" {
		if path != s.Traits.Model+":streamGenerateContent" || req.URL.Query().Get("alt") != "sse" {
			name = path
		} else {
			name = s.Traits.Model
		}
	}
	if name != s.Traits.Model {
		return &refusal{404, "model_not_found", "", fmt.Sprintf("The model `%v` does not exist or you do not have access to it.", name)}
	}
	said := in["messages"]
	for _, other := range []string{"input", "contents"} {
		if in[other] != nil {
			said = in[other]
		}
	}
	if n := bound(in); s.Traits.Most > 0 && n > s.Traits.Most {
		return bad("max_tokens is too large: %d. This model takes %d at most.", n, s.Traits.Most)
	}
	if data, _ := json.Marshal(said); s.Traits.Window > 0 && len(data)/4 > s.Traits.Window {
		return &refusal{400, "context_length_exceeded", "messages", fmt.Sprintf("This model's maximum context length is %d tokens.", s.Traits.Window)}
	}
	return nil
}

// issue remembers what must come back.
func (s *Server) issue(what, with string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.issued[what] = with
}

func (s *Server) wasIssued(what string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	with, ok := s.issued[what]
	return with, ok
}

// id is the id of the next call.
func (s *Server) id() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.Traits.SameIDs {
		return "call_0"
	}
	if s.Traits.ShortIDs {
		return fmt.Sprintf("c%08d", s.calls)
	}
	return fmt.Sprintf("call_%020d", s.calls)
}

func openAIRefusal(w http.ResponseWriter, no *refusal) {
	w.WriteHeader(no.status)
	var code, param any
	if no.code != "" {
		code = no.code
	}
	if no.param != "" {
		param = no.param
	}
	_ = json.NewEncoder(w).Encode(body{"error": body{"message": no.says, "type": "invalid_request_error", "param": param, "code": code}})
}

func anthropicRefusal(w http.ResponseWriter, no *refusal) {
	kind := map[int]string{401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}[no.status]
	if kind == "" {
		kind = "invalid_request_error" // an overflow too, with no code of its own
	}
	w.WriteHeader(no.status)
	_ = json.NewEncoder(w).Encode(body{"type": "error", "error": body{"type": kind, "message": no.says}})
}

func googleRefusal(w http.ResponseWriter, no *refusal) {
	e := body{"code": no.status, "message": no.says, "status": map[int]string{400: "INVALID_ARGUMENT", 404: "NOT_FOUND"}[no.status]}
	if no.status == 401 {
		no.status = 400
		e["code"], e["status"], e["details"] = 400, "INVALID_ARGUMENT", []body{{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}}
	}
	w.WriteHeader(no.status)
	_ = json.NewEncoder(w).Encode(body{"error": e})
}

func ollamaRefusal(w http.ResponseWriter, no *refusal) {
	w.WriteHeader(no.status)
	_ = json.NewEncoder(w).Encode(body{"error": no.says})
}

// only refuses fields that a form does not have.
func only(m body, says string, names ...string) *refusal {
	for k := range m {
		known := false
		for _, n := range names {
			known = known || n == k
		}
		if !known {
			return bad(says, k)
		}
	}
	return nil
}

func list(v any) []body {
	var out []body
	items, _ := v.([]any)
	for _, i := range items {
		m, _ := i.(map[string]any)
		out = append(out, m)
	}
	return out
}

func text(v any) string { s, _ := v.(string); return s }

func encode(v any) string { data, _ := json.Marshal(v); return string(data) }

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func event(v any) string { return "data: " + encode(v) + "\n\n" }

// Within waits for a client to end a request that was held.
func (s *Server) Within(d time.Duration) bool {
	select {
	case <-s.gone:
		return true
	case <-time.After(d):
		return false
	}
}
