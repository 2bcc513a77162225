// Re-exports the other modules that tests use, so a test imports only `RatchetTesting`: the library,
// recordings, reports, and Swift Testing.

@_exported public import Ratchet
@_exported public import RatchetRecording
@_exported public import RatchetReports
@_exported public import Testing
