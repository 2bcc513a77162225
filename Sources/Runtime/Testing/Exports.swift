// Re-exports the library, recordings, reports, and Swift Testing: a test needs to import only this
// module, `RatchetTesting`.

@_exported public import Ratchet
@_exported public import RatchetRecording
@_exported public import RatchetReports
@_exported public import Testing
