package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// The one account of the mail servers.
const mailUser, mailWord = "ada@example.test", "pa55-word"

// mailServers starts an IMAP server whose INBOX has the messages, and an SMTP
// server that puts whatever is sent into a mailbox "Delivered". Both are on
// loopback and keep everything in memory.
func mailServers(p *place, messages ...string) (imapAddress, smtpAddress string, err error) {
	user := imapmemserver.NewUser(mailUser, mailWord)
	for _, box := range []string{"INBOX", "Drafts", "Sent", "Trash", "Junk", "Work", "Delivered"} {
		if err := user.Create(box, nil); err != nil {
			return "", "", err
		}
		if box != "Delivered" {
			if err := user.Subscribe(box); err != nil {
				return "", "", err
			}
		}
	}
	for _, m := range messages {
		if err := put(user, "INBOX", m); err != nil {
			return "", "", err
		}
	}
	all := imapmemserver.New()
	all.AddUser(user)
	boxes := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return all.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, InsecureAuth: true,
	})
	post := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return outgoing{user}, nil }))
	post.Domain = "example.test"
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	out, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	go func() { _ = boxes.Serve(in) }()
	go func() { _ = post.Serve(out) }()
	p.stop = append(p.stop, func() { _, _ = boxes.Close(), post.Close() })
	return in.Addr().String(), out.Addr().String(), nil
}

// outgoing takes what is sent.
type outgoing struct{ user *imapmemserver.User }

func (outgoing) Reset()                               {}
func (outgoing) Logout() error                        { return nil }
func (outgoing) Mail(string, *smtp.MailOptions) error { return nil }
func (outgoing) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (o outgoing) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return put(o.user, "Delivered", string(text))
}

// literal is a message as the server takes it.
type literal struct{ *strings.Reader }

func put(user *imapmemserver.User, box, text string) error {
	_, err := user.Append(box, literal{strings.NewReader(text)}, &imap.AppendOptions{})
	return err
}

// letter is a message in a mailbox, in the form that the servers keep.
func letter(from, subject, text string) string {
	return fmt.Sprintf("From: %s\r\nTo: Ada <%s>\r\nSubject: %s\r\nDate: Tue, 10 Mar 2026 09:00:00 +0000\r\nMessage-ID: <%d@example.test>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
		from, mailUser, subject, len(subject)+len(from)*100, text)
}

// mailOf returns all that the IMAP server has, each message after its mailbox
// and its flags.
func mailOf(address string) (string, error) {
	c, err := imapclient.DialInsecure(address, nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	if err := c.Login(mailUser, mailWord).Wait(); err != nil {
		return "", err
	}
	boxes, err := c.List("", "*", nil).Collect()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, box := range boxes {
		fmt.Fprintf(&b, "%s:\n", box.Mailbox)
		is, err := c.Select(box.Mailbox, &imap.SelectOptions{ReadOnly: true}).Wait()
		if err != nil {
			return "", err
		}
		if is.NumMessages == 0 {
			continue
		}
		messages, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{Flags: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
		if err != nil {
			return "", err
		}
		for _, m := range messages {
			fmt.Fprintf(&b, "%s %v\n", box.Mailbox, m.Flags)
			for _, s := range m.BodySection {
				b.Write(s.Bytes)
			}
		}
	}
	return b.String(), nil
}

// mail judges what the mailboxes hold.
func mail(address *string, pattern string) judge {
	return matches(pattern, func(context.Context, *place) (string, error) { return mailOf(*address) })
}
