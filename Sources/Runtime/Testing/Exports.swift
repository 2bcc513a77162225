@_exported public import Ratchet
