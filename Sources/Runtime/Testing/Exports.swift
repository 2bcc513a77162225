// A test imports only this module: it re-exports the library, recordings, and Swift Testing.

@_exported public import Ratchet
@_exported public import RatchetRecording
@_exported public import Testing
