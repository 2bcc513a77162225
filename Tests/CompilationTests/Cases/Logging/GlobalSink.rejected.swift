import Ratchet

var sink: @Sendable (LogMessage) -> Void = { print($0) }  // error: not concurrency-safe
