package model

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
)

// mostOffers bounds how many models a person is given to choose from.
const mostOffers = 1000

// ListPatience is how long a person waits for a provider's list.
const ListPatience = 15 * time.Second

// Offers are the names of the models that the provider has for a conversation, as far as
// their names tell that; none where it gives out no list. Errors are of [*chat.Fault].
func (c *Client) Offers(ctx context.Context) ([]string, error) {
	list, fault := c.listed(ctx)
	switch {
	case fault != nil && fault.Code == chat.CodeModel: // there is no such path
		return nil, nil
	case fault != nil:
		return nil, fault
	}
	var names []string
	for i := range list {
		id := list[i].ID
		if _, _, err := SplitName(Custom + "/" + id); err == nil && converses(id) && len(names) < mostOffers {
			names = append(names, id)
		}
	}
	return names, nil
}

// converses reports whether a model's name leaves room for a conversation: providers list
// those too that make pictures, speech or numbers of a text.
func converses(id string) bool {
	id = strings.ToLower(id)
	for _, other := range [...]string{"embed", "whisper", "tts", "dall-e", "moderation", "transcribe", "rerank", "realtime", "-image", "sora-"} {
		if strings.Contains(id, other) {
			return false
		}
	}
	return true
}
