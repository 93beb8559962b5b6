package model

// wire is one form in which servers are spoken to. It writes and reads, and sends nothing.
type wire interface {
	// ask is where a request goes behind the provider's address, and what is in it.
	ask(r *request) (path string, body value)
	// reader is what puts an answer into a draft.
	reader(d *draft) reader
	// list is where the server names its models, and in which member of the answer; listed
	// reads that.
	list() (path, member string)
	listed(all value) []Info
}

// reader reads an answer piece by piece.
type reader interface {
	add(piece value) *trouble
	// done is called after the last piece, also where that has failed.
	done()
}
