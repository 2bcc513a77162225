import Ratchet

/// What the user is told without having asked.
enum Notice: Equatable, Sendable {
  case reminder(title: String)
  /// Something that went wrong, in one line.
  case problem(String)
}

/// Tells the user something; the program shows it on its console.
struct NoticeClient: DependencyKey {
  var show: @MainActor @Sendable (Notice) -> Void

  static let liveValue = NoticeClient { notice in
    @Dependency(\.log) var log
    log(LogMessage(level: .info, text: "\(notice)"))
  }

  static let testValue = NoticeClient(show: unimplemented("NoticeClient.show", placeholder: ()))
}
