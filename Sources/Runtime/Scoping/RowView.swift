/// The view of a row of a collection: it keeps the row's last value.
final class RowView<ID: Hashable, State>: StateView<State> {
  let id: ID
  private let rows: any Rows
  private let find: @MainActor () -> State?
  private let last: Snapshot<State>
  /// The number of actions after which `last` was taken.
  private var takenActions: Int

  init(
    _ id: ID, _ state: State, key: ScopeKey, in rows: any StateNode & Rows,
    find: @escaping @MainActor () -> State?
  ) {
    self.id = id
    self.rows = rows
    self.find = find
    last = withStateReference(to: state) { Snapshot($0) }
    takenActions = rows.loop?.actions ?? 0
    super.init(key, in: rows)
  }

  override var isPresent: Bool { !isGone && find() != nil }

  override func current() -> StateReference<State> {
    if !isGone, takenActions != loop?.actions, rows.sweptActions != loop?.actions {
      pool.whileKept {
        if let state = find() { take(state) }
        // The bytes that are kept of the row are of what `last` was before.
        requireSweep()
      }
    }
    return last.reference
  }

  /// Finds out what has changed, when something has.
  func sweep(_ state: State, into changes: inout Changes) {
    mustSweep = false
    take(state)
    sweep(last.reference, into: &changes)
  }

  private func take(_ state: State) {
    takenActions = loop?.actions ?? 0
    withStateReference(to: state) { last.take($0, pool) }
  }
}

/// What a row needs of the collection that it is in.
@MainActor protocol Rows: AnyObject {
  /// After how many actions all rows were looked at.
  var sweptActions: Int { get }
}
