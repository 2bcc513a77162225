// A test imports only this module, which re-exports the library, recordings, reports, and Swift
// Testing.

@_exported public import Ratchet
@_exported public import RatchetRecording
@_exported public import RatchetReports
@_exported public import Testing
