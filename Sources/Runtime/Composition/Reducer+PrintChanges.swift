extension Reducer {
  /// Prints each action that comes to this reducer, and what it changed in the state.
  ///
  /// ```swift
  /// let store = Store(initialState: Counter.State()) { Counter().printChanges() }
  /// ```
  ///
  /// prints for an action:
  ///
  ///     received: .increment
  ///         State(
  ///       -   count: 0
  ///       +   count: 1
  ///         )
  ///
  /// Only changed lines are shown, with some lines around them. This takes time in proportion to the size of the
  /// state: it is for debugging.
  ///
  /// - Parameter output: Takes the text for each action; prints it if not given.
  /// - Returns: A reducer that does what this one does.
  public func printChanges(
    to output: @escaping (_ text: String) -> Void = { print($0) }
  ) -> some Reducer<State, Action> {
    MadeReducer {
      let base = self.makeReduction().run
      return Reduction { state, action in
        let old = ValueText.lines(state)
        let effect = base(&state, action)
        output(ChangeText.text(of: action, from: old, to: ValueText.lines(state)))
        return effect
      }
    }
  }
}

/// What `printChanges(to:)` says of an action.
enum ChangeText {
  static func text(of action: Any, from old: [String], to new: [String]) -> String {
    let action = ValueText.lines(action).joined(separator: "\n  ")
    return """
      received: \(action)
      \(Difference.text(from: old, to: new) ?? "    (no change)")
      """
  }
}
