package import Ratchet
import RatchetRecording
import RatchetReports

/// A program's report about its store for SIGUSR1: what the store waits for, and how much it has
/// done.
@MainActor package struct StoreReport<State, Action: Sendable> {
  private let history: EffectHistory<State, Action>

  package init<Feature: Reducer>(
    of feature: Feature.Type
  ) where Feature.State == State, Feature.Action == Action {
    history = EffectHistory(of: feature)
  }

  /// The observers with which the store must be made.
  package var observers: [any StoreObserver<State, Action>] { [history] }

  package static func text(of store: Store<State, Action>) -> String {
    "\(store.explain())\n\n\(store.statistics)\n"
  }
}
