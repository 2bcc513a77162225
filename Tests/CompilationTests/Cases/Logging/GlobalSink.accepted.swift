import Ratchet

let sink: @Sendable (LogMessage) -> Void = { print($0) }
