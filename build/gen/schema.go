package gen

func toolSchema(m *model) ([]byte, error) { return []byte("{}\n"), nil }
func wireSchema(m *model) ([]byte, error) { return []byte("{}\n"), nil }
