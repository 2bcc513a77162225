import Ratchet

#if MISTAKE
  final class Draft {
    var text = ""
  }
#else
  struct Draft {
    var text = ""
  }
#endif

@concurrent func count(_ draft: Draft) async -> Int { draft.text.count }

struct Editor: Reducer {
  struct State { var draft = Draft() }
  enum Action { case saveTapped, saved(String), counted(Int) }

  let template: Draft

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let draft = state.draft
    return .run { send in
      await send(.saved(draft.text))  // error: sending 'draft' risks causing data races
    }
  }

  func saved() -> Effect<Action> {
    .run { send in
      await send(.saved(template.text))  // error: sending 'self' risks causing data races
    }
  }

  func counted(_ draft: Draft) -> Effect<Action> {
    .run { send in
      await send(.counted(await count(draft)))  // error: sending 'draft' risks causing data races
    }
  }
}

@MainActor func length(in store: StoreOf<Editor>) async -> Int {
  await count(store.draft)  // error: sending value of non-Sendable type 'Draft'
}
