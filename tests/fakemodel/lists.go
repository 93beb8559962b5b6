package fakemodel

import (
	"fmt"
	"io"
	"net/http"
)

// tell serves what a server says of itself, each kind in its own form.
func (s *Server) tell(mux *http.ServeMux) {
	get := func(path string, say func() string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, req *http.Request) {
			s.note(req)
			w.Header().Set("Content-Type", "application/json")
			if s.Traits.Key != "" && key(req) != s.Traits.Key {
				openAIRefusal(w, &refusal{401, "invalid_api_key", "", "Incorrect API key provided"})
				return
			}
			_, _ = io.WriteString(w, say())
		})
	}
	get("GET /v1/models", func() string {
		return encode(body{"object": "list", "data": []body{{"id": s.Traits.Model, "object": "model", "created": 1, "owned_by": "fake", "max_model_len": s.Traits.Window}}})
	})
	get("GET /v1beta/models", func() string {
		return encode(body{"models": []body{
			{"name": "models/an-embedding", "supportedGenerationMethods": []string{"embedContent"}},
			{"name": "models/" + s.Traits.Model, "inputTokenLimit": s.Traits.Window, "supportedGenerationMethods": []string{"generateContent", "countTokens"}},
		}})
	})
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
			return encode(body{"models": []body{{"name": s.Traits.Model, "model": s.Traits.Model}}})
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
