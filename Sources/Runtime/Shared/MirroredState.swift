import RatchetDependencies

// The rule: after each action, before its effects are entered and before observers are told, all
// mirrors of a key in the features that are present are equal. It is a part of reducing the action,
// and pure: what has changed is decided in `SharedValues`, and the storage is told after it.

/// The mirrors of shared keys in the state of a store.
final class MirroredState<State> {
  private let declaration: Declaration<State>
  let values: SharedValues
  private var node: DeclarationNode?
  /// The operators whose children lie too deep, which is reported once.
  private var deep: Set<FeatureStep> = []
  /// Writing a mirror can make features appear with mirrors of their own, and so on.
  private static var maxRounds: Int { 16 }

  init(_ declaration: Declaration<State>, _ values: SharedValues) {
    self.declaration = declaration
    self.values = values
  }

  deinit {
    // One after the other: a tree that is released as a whole takes stack for each level.
    var changes = DeclarationChanges()
    // Taken out, so that the property is never accessed for longer than it is read or written.
    var node = node.take()
    changes.end(&node)
  }

  /// Gives the mirrors of an initial state the values that the storage has.
  func begin(_ state: inout State) {
    compare(&state)
    values.begin()
    if values.settle() { write(&state) }
    sync(&state)
  }

  /// Makes all mirrors of a key equal after an action.
  func sync(_ state: inout State) {
    values.startRound()
    for _ in 0..<Self.maxRounds {
      compare(&state)
      guard values.settle() else { return }
      write(&state)
    }
    values.reports.append {
      report(
        """
        Mirrors of shared keys in '\(State.self)' change each other without end.

        To fix this, give no field to two keys, and share no state that has mirrors in it which \
        change it.
        """)
    }
  }

  /// Takes what has changed outside, if that is what a subscription tells.
  func adopt(_ state: inout State, from run: Cascade) {
    guard let value = values.value(receivedBy: run), value.adopt(values) else { return }
    value.record(at: .change)
    write(&state)
    sync(&state)
  }

  /// Takes what has changed outside, if that is what came with a recorded action.
  func adoptRecorded(_ state: inout State) {
    guard values.adoptRecorded() else { return }
    write(&state)
    sync(&state)
  }

  /// Makes the mirrors of a state equal that a test has made of another one.
  func follow(_ state: inout State, from old: State) {
    let copy = MirroredState(declaration, SharedValues(in: nil, copyOf: values))
    var old = old
    copy.begin(&old)
    copy.sync(&state)
  }

  private func compare(_ state: inout State) {
    // Taken out, so that no property is accessed while code of the user's runs.
    var node = node.take()
    var changes = DeclarationChanges(values)
    // Safe: the state is not changed during the comparison.
    unsafe withUnsafePointer(to: &state) {
      _ = unsafe declaration.compare(StateReference($0), &node, &changes)
    }
    self.node = node
    guard let news = changes.news else { return }
    for child in news.deep where deep.insert(child.step).inserted {
      values.reports.append(child.report)
    }
    values.release(news)
  }

  private func write(_ state: inout State) {
    values.startRound()
    guard let node, let mirrors = declaration.mirrors else { return }
    mirrors.write(&state, node, values)
  }
}
