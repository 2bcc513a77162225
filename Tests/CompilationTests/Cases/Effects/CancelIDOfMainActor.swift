// flags: -default-isolation MainActor
import Ratchet

#if MISTAKE
  enum CancelID { case search }
#else
  nonisolated enum CancelID { case search }
#endif

nonisolated func stop() -> Effect<Int> {
  .cancel(id: CancelID.search)  // error: conformance of 'CancelID' to 'Hashable'
}
