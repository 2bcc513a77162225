// flags: -default-isolation MainActor
import Ratchet

nonisolated enum CancelID { case search }

nonisolated func stop() -> Effect<Int> {
  .cancel(id: CancelID.search)
}
