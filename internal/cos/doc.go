// Package cos reads PDF files as objects: the layer below pages and content (ISO 32000-2, clause 7).
//
// Objects are read from the file when they are asked for. The cross-reference may be a table, a stream or
// both, with any number of updates; when it is missing or wrong, the whole file is searched for objects
// instead. Offsets may count from the header, with other bytes before it. Streams with a wrong length end at
// their "endstream". Strings and streams of files encrypted with the standard security handler are decrypted.
//
// A Document may be used from several goroutines.
package cos
