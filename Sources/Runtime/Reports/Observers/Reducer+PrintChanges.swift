public import Ratchet
import RatchetRecording

extension Reducer {
  /// Prints each action that this reducer receives, and how it changed the state.
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
  /// Shows only changed lines, with some context. Of a field that this reducer keeps in a shared
  /// key, also shows the changes that its reducers return and those from outside, like
  /// ``Ratchet/Reducer/onChange(of:removeDuplicates:_:)``. Takes time in proportion to the size of
  /// the state: use it for debugging.
  ///
  /// - Parameter output: Receives the text for each action; prints it by default.
  /// - Returns: A reducer that behaves like this one.
  public func printChanges(
    to output: @escaping (_ text: String) -> Void = { print($0) }
  ) -> some Reducer<State, Action> {
    // The closure runs for each action, because no state counts as a duplicate.
    onChange(of: { $0 }, removeDuplicates: { _, _ in false }) { old, new in
      Reduce { _, action in
        output(ChangeText.text(of: action, from: old, to: new))
        return .none
      }
    }
  }
}

/// The text that `printChanges(to:)` prints for an action.
enum ChangeText {
  /// The most lines of an action to print.
  private static var maxLines: Int { 100 }

  static func text(of action: Any, from old: Any, to new: Any) -> String {
    let lines = ValueText.lines(action)
    let more = lines.count > maxLines ? ["... (\(lines.count - maxLines) more lines)"] : []
    return """
      received: \((lines.prefix(maxLines) + more).joined(separator: "\n  "))
      \(Difference.text(from: old, to: new) ?? "    (no change)")
      """
  }
}
