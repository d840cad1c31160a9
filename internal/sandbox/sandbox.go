// Package sandbox lets a worker process give up what decoding documents does not need.
package sandbox
