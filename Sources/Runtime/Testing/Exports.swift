@_exported public import Ratchet
@_exported public import Testing
