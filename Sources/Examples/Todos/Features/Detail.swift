import Foundation
import Ratchet

/// A draft of an item's title and note, presented until it is saved or cancelled.
///
/// It knows nothing of the list: it asks to be dismissed, and the list takes over the draft that
/// was saved.
struct Detail: Reducer {
  struct State: Codable, Equatable, Identifiable, Sendable {
    /// The draft; its id is that of the item in the list.
    var draft: Item
    /// The item when the detail was opened; nil in a recording of an earlier version.
    private(set) var original: Item?

    init(draft: Item) {
      self.draft = draft
      original = draft
    }

    var id: Item.ID { draft.id }
  }

  enum Action: Codable, Equatable, Sendable {
    case titleChanged(String)
    case noteChanged(String)
    case save
    case cancel
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .titleChanged(let title):
      state.draft.title = title
    case .noteChanged(let note):
      state.draft.note = note
    case .save, .cancel:
      return .run { _ in await dismiss() }
    }
    return .none
  }
}
