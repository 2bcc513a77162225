import Ratchet

final class Session {
  var token: String?
}

struct APIClient: DependencyKey {
  let session: Session  // error: has non-Sendable type 'Session'
  static var liveValue: APIClient { APIClient(session: Session()) }
}
