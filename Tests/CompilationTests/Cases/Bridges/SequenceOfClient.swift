import Ratchet

struct Notes: Sendable {
  let all: @Sendable () -> any AsyncSequence<[String], any Error> & Sendable
  let ticks: @Sendable () async throws -> any AsyncSequence<Int, Never>
}

enum Action { case loaded([String]), ticked(Int), failed }

func effects(_ notes: Notes) -> Effect<Action> {
  .merge(
    .sequence({ notes.all() }, action: Action.loaded) { _, send in await send(.failed) },
    .sequence {
      try await notes.ticks()
    } action: {
      .ticked($0)
    },
    .sequence(name: "stream") {
      AsyncStream<Int> { $0.finish() }
    } action: {
      .ticked($0)
    })
}

@MainActor func draws(_ store: Store<[String], Action>) {
  let count = withObservationTracking {
    store.scope(state: \.self, action: { $0 }).state.count
  } onChange: {
  }
  print(count)
}
