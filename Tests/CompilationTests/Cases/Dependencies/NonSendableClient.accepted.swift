import Ratchet

actor Session {
  var token: String?
}

struct APIClient: DependencyKey {
  let session: Session
  static var liveValue: APIClient { APIClient(session: Session()) }
}
