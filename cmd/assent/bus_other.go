//go:build !linux

package main

// nameOnBus does nothing where there is no bus.
func nameOnBus(string) (leave func()) { return func() {} }
