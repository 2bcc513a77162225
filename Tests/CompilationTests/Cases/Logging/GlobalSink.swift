import Ratchet

#if MISTAKE
  var sink: @Sendable (LogMessage) -> Void = { print($0) }  // error: not concurrency-safe
#else
  let sink: @Sendable (LogMessage) -> Void = { print($0) }
#endif
