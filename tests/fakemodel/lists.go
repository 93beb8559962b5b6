package fakemodel

import (
	"fmt"
	"io"
	"net/http"
)

// tell serves what a server says of itself, each kind in its own form.
func (s *Server) tell(mux *http.ServeMux) {
	answer := func(refuse func(http.ResponseWriter, *refusal), say func() string) http.HandlerFunc {
		return func(w http.ResponseWriter, req *http.Request) {
			s.note(req)
			w.Header().Set("Content-Type", "application/json")
			if s.Traits.Key != "" && key(req) != s.Traits.Key {
				refuse(w, &refusal{401, "invalid_api_key", "", "Incorrect API key provided: " + key(req)})
				return
			}
			_, _ = io.WriteString(w, say())
		}
	}
	get := func(path string, say func() string) { mux.HandleFunc(path, answer(openAIRefusal, say)) }
	openAI, anthropic := answer(openAIRefusal, s.openAIList), answer(anthropicRefusal, s.anthropicList)
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, req *http.Request) {
		switch {
		case s.Traits.NoList:
			s.note(req)
			openAIRefusal(w, &refusal{404, "", "", "Invalid URL (GET /v1/models)"})
		case req.Header.Get("Anthropic-Version") != "":
			anthropic(w, req)
		default:
			openAI(w, req)
		}
	})
	mux.HandleFunc("GET /v1beta/models", answer(googleRefusal, s.googleList))
	switch s.Traits.Kind {
	case LMStudio:
		get("GET /api/v0/models", func() string {
			kind := "vlm"
			if s.Traits.Blind {
				kind = "llm"
			}
			m := body{"id": s.Traits.Model, "object": "model", "type": kind, "state": "loaded", "max_context_length": 131072, "loaded_context_length": s.Traits.Window, "capabilities": []string{"tool_use"}}
			if s.asleep() {
				m["state"] = "not-loaded"
				delete(m, "loaded_context_length")
			}
			return encode(body{"object": "list", "data": []body{{"id": "an-embedding", "type": "embeddings"}, m}})
		})
		mux.HandleFunc("/", func(w http.ResponseWriter, req *http.Request) { // nanobrowser#171
			s.note(req)
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"error":"Unexpected endpoint or method. (%s %s). Returning 200 anyway"}`, req.Method, req.URL.Path)
		})
	case LlamaCpp:
		get("GET /props", func() string {
			return encode(body{"default_generation_settings": body{"n_ctx": s.Traits.Window}, "total_slots": 1, "modalities": body{"vision": !s.Traits.Blind, "audio": false}})
		})
	case Ollama, "":
		get("GET /api/tags", func() string {
			var all []body
			for _, id := range s.offered() {
				all = append(all, body{"name": id, "model": id})
			}
			return encode(body{"models": all})
		})
		get("GET /api/ps", func() string {
			if s.asleep() {
				return `{"models":[]}`
			}
			return encode(body{"models": []body{{"name": s.Traits.Model, "model": s.Traits.Model, "context_length": s.Traits.Window}}})
		})
		get("POST /api/show", func() string {
			window := s.Traits.Window
			if window == 0 || s.Traits.Asleep {
				window = 1 << 20
			}
			can := []string{"completion"}
			if !s.Traits.NoTools {
				can = append(can, "tools")
			}
			if !s.Traits.Blind {
				can = append(can, "vision")
			}
			if s.Traits.Thinks > 0 {
				can = append(can, "thinking")
			}
			return encode(body{"capabilities": can, "model_info": body{"general.architecture": "fake", "fake.context_length": window}})
		})
	}
}

// offered are the models that a list names.
func (s *Server) offered() []string { return append([]string{s.Traits.Model}, s.Traits.Others...) }

func (s *Server) openAIList() string {
	var all []body
	for _, id := range s.offered() {
		all = append(all, body{"id": id, "object": "model", "created": 1, "owned_by": "fake", "max_model_len": s.Traits.Window})
	}
	return encode(body{"object": "list", "data": all})
}

// anthropicList has the window where Anthropic's does: max_input_tokens, 0 where it is not told.
func (s *Server) anthropicList() string {
	var all []body
	ids := s.offered()
	for _, id := range ids {
		all = append(all, body{"type": "model", "id": id, "display_name": id, "created_at": "2026-02-04T00:00:00Z", "max_input_tokens": s.Traits.Window, "max_tokens": 0})
	}
	return encode(body{"data": all, "has_more": false, "first_id": ids[0], "last_id": ids[len(ids)-1]})
}

func (s *Server) googleList() string {
	all := []body{{"name": "models/an-embedding", "supportedGenerationMethods": []string{"embedContent"}}}
	for _, id := range s.offered() {
		all = append(all, body{"name": "models/" + id, "displayName": id, "inputTokenLimit": s.Traits.Window, "supportedGenerationMethods": []string{"generateContent", "countTokens"}})
	}
	return encode(body{"models": all})
}

// asleep reports whether the model is not loaded: nothing was asked yet.
func (s *Server) asleep() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Traits.Asleep && len(s.bodies) == 0
}

func (s *Server) note(req *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, req.Method+" "+req.URL.Path+" "+key(req))
}

// Asked are the requests for what the server says of itself: method, path and key.
func (s *Server) Asked() []string { s.mu.Lock(); defer s.mu.Unlock(); return s.asked }
