// This file is empty: it lets memory.go declare functions whose bodies are the compiler's.
