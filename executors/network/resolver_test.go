package network

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// answering makes a resolver whose n-th answer for a name is addresses(name, n).
// Names that begin with "silent" get none. Nothing leaves the process. It counts
// the queries.
func answering(t *testing.T, addresses func(name string, n int) []string) (*net.Resolver, *atomic.Int32) {
	t.Helper()
	var queries atomic.Int32
	serve := func(conn net.Conn) {
		defer conn.Close()
		for {
			var size uint16
			if binary.Read(conn, binary.BigEndian, &size) != nil {
				return
			}
			query := make([]byte, size)
			if _, err := io.ReadFull(conn, query); err != nil {
				return
			}
			var message dnsmessage.Message
			if err := message.Unpack(query); err != nil {
				t.Error(err)
				return
			}
			n, name := int(queries.Add(1)), message.Questions[0].Name.String()
			if strings.HasPrefix(name, "silent") {
				continue
			}
			answer(&message, addresses(name, n))
			reply, err := message.AppendPack(make([]byte, 2))
			if err != nil {
				t.Error(err)
				return
			}
			binary.BigEndian.PutUint16(reply, uint16(len(reply)-2))
			if _, err := conn.Write(reply); err != nil {
				return
			}
		}
	}
	return newResolver(func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe() // a stream, so the resolver speaks DNS over TCP
		go serve(theirs)
		return ours, nil
	}), &queries
}

func answer(message *dnsmessage.Message, addresses []string) {
	question := message.Questions[0]
	message.Response, message.RecursionAvailable = true, true
	message.Additionals = nil
	if len(addresses) == 0 {
		message.RCode = dnsmessage.RCodeNameError
	}
	for _, text := range addresses {
		address := netip.MustParseAddr(text)
		var body dnsmessage.ResourceBody
		switch {
		case address.Is4() && question.Type == dnsmessage.TypeA:
			body = &dnsmessage.AResource{A: address.As4()}
		case address.Is6() && question.Type == dnsmessage.TypeAAAA:
			body = &dnsmessage.AAAAResource{AAAA: address.As16()}
		default:
			continue
		}
		message.Answers = append(message.Answers, dnsmessage.Resource{
			Header: dnsmessage.ResourceHeader{Name: question.Name, Class: question.Class}, Body: body,
		})
	}
}
