@_exported public import Ratchet
@_exported public import RatchetRecording
@_exported public import Testing
