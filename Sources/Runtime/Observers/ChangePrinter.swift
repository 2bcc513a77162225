/// Prints each action that a store reduces, and what it changed in the state.
///
/// ```swift
/// let store = Store(
///   initialState: Counter.State(), observers: [ChangePrinter(of: Counter.self)]
/// ) {
///   Counter()
/// }
/// ```
///
/// Prints what ``Reducer/printChanges(to:)`` prints for the reducer of a whole store, and takes as
/// long.
@MainActor public final class ChangePrinter<State, Action: Sendable>: StoreObserver {
  private let output: (String) -> Void

  /// Makes a printer for the stores of a feature.
  ///
  /// - Parameters:
  ///   - feature: The type of the reducer.
  ///   - output: Takes the text for each action; prints it if not given.
  public init<Feature: Reducer>(
    of feature: Feature.Type, to output: @escaping (_ text: String) -> Void = { print($0) }
  ) where Feature.State == State, Feature.Action == Action {
    self.output = output
  }

  /// Prints what an action has changed.
  public func observe(_ event: StoreEvent<State, Action>) {
    guard case .reduced(let action, _, let before, let after, _) = event else { return }
    output(ChangeText.text(of: action, from: before, to: after))
  }
}
