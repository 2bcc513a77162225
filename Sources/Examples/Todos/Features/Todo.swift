import Foundation
import Ratchet

/// A row of the list: an item, and a reminder of it while the program runs.
struct Todo: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var item: Item
    /// Whether a reminder is on its way; not kept in the file, since it ends with the program.
    var hasReminder = false

    var id: Item.ID { item.id }
  }

  enum Action: Equatable, Sendable {
    case complete(Bool)
    case rename(String)
    case remind(after: Duration)
    case reminderDue
  }

  /// The ids and names of the effects.
  enum Work: String, Sendable {
    case reminder
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(NoticeClient.self) var notices

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .complete(let isCompleted):
      state.item.isCompleted = isCompleted
      // Nobody wants to be reminded of what is done.
      return isCompleted ? endReminder(&state) : .none
    case .rename(let title):
      state.item.title = title
      return .none
    case .remind(let delay):
      state.hasReminder = true
      return reminder(after: delay)
    case .reminderDue:
      state.hasReminder = false
      return .run { [title = state.item.title] _ in
        notices.show(.reminder(title: title))
      }
    }
  }

  /// Belongs to the row: it ends when the row is removed, by whomever, and a new one replaces it.
  private func reminder(after delay: Duration) -> Effect<Action> {
    .run(name: Work.reminder.rawValue) { send in
      try await clock.sleep(for: delay)
      await send(.reminderDue)
    }
    .cancellable(id: Work.reminder, cancelInFlight: true)
  }

  private func endReminder(_ state: inout State) -> Effect<Action> {
    state.hasReminder = false
    return .cancel(id: Work.reminder)
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
