// flags: -default-isolation MainActor
import Ratchet

enum CancelID { case search }

nonisolated func stop() -> Effect<Int> {
  .cancel(id: CancelID.search)  // error: conformance of 'CancelID' to 'Hashable'
}
