package main

import "assent/app/fault"

// readFaults returns what --fault orders. data is --data: who orders a kill or a full disk
// has a folder for that. person says that somebody answers.
func readFaults(texts []string, data string, person bool) (*fault.Faults, error) {
	if len(texts) > 0 && data == "" {
		return nil, exit{exitUsage, "--fault needs --data: what goes wrong on order does not belong into your own log"}
	}
	var orders []fault.Order
	for _, text := range texts {
		order, err := fault.Parse(text)
		if err != nil {
			return nil, exit{exitUsage, "--fault " + err.Error()}
		}
		if order.Kind == fault.SlowPerson && !person {
			return nil, exit{exitUsage, "--fault slow-person needs --answers: without it nobody answers at all"}
		}
		orders = append(orders, order)
	}
	return fault.New(orders), nil
}
