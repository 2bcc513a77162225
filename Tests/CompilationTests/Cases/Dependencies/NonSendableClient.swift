import Ratchet

#if MISTAKE
  final class Session {
    var token: String?
  }
#else
  actor Session {
    var token: String?
  }
#endif

struct APIClient: DependencyKey {
  let session: Session  // error: has non-Sendable type 'Session'
  static var liveValue: APIClient { APIClient(session: Session()) }
}
