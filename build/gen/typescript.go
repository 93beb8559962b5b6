package gen

func typescript(m *model) ([]byte, error) { return []byte("export {}\n"), nil }
