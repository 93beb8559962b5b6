// Package coretest has fakes of every port of core, shipped as code, and a manual clock.
package coretest
