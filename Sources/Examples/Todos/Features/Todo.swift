import Foundation
import Ratchet

/// A row of the list: an item, and a reminder of it while the program runs.
struct Todo: Reducer {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var item: Item
    /// The reminder that is on its way; not kept in the file, since it ends with the program.
    var reminder: Reminder?

    var id: Item.ID { item.id }
  }

  enum Action: Codable, Equatable, Sendable {
    case complete(Bool)
    case rename(String)
    case remind(after: Duration)
    case reminderDue
  }

  /// One reminder: a later one replaces it, after the same time too.
  struct Reminder: Codable, Hashable, Sendable {
    var delay: Duration
    var number = 1
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(NoticeClient.self) var notices

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .complete(let isCompleted):
        state.item.isCompleted = isCompleted
        // Nobody wants to be reminded of what is done.
        if isCompleted { state.reminder = nil }
      case .rename(let title):
        state.item.title = title
      case .remind(let delay):
        state.reminder = Reminder(delay: delay, number: (state.reminder?.number ?? 0) + 1)
      case .reminderDue:
        state.reminder = nil
        return .run { [title = state.item.title] _ in notices.show(.reminder(title: title)) }
      }
      return .none
    }
    .subscription(id: \.reminder) { reminder in
      .run(name: "reminder") { send in
        try await clock.sleep(for: reminder.delay)
        await send(.reminderDue)
      }
    }
  }
}

/// What is known about one thing to do, and kept in the file.
struct Item: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title: String
  var note = ""
  var isCompleted = false
}

/// What the user is told without having asked.
enum Notice: Equatable, Sendable {
  case reminder(title: String)
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
