package import Ratchet
package import RatchetRecording

/// The earlier states of a program that undoes: its store's history, and how to go on from one.
@MainActor package struct Past<State, Action: Sendable> {
  let history: StoreHistory<State, Action>
  /// Makes a store that has this history and begins with a state.
  let makeStore: (State) -> Store<State, Action>

  package init(
    _ history: StoreHistory<State, Action>, makeStore: @escaping (State) -> Store<State, Action>
  ) {
    self.history = history
    self.makeStore = makeStore
  }

  /// Whether an earlier step is shown, and not the last one.
  var isShown: Bool { history.step < history.steps.upperBound }
}
