import RatchetDependencies

/// The stores of the elements of an ``IdentifiedArray`` or a ``Stack``, in order.
///
/// Returned by `Store.scope(state:action:)`. It has the elements that the collection had at that
/// moment. The store of an element is made on access, unless an earlier one is still retained.
@MainActor
public struct ScopedStores<ID: Hashable, State, Action: Sendable>: @MainActor RandomAccessCollection
{
  private let elements: any FeatureCollection<ID, State>
  /// Returns the store for an element, given its id and its value at the moment of the `scope`
  /// call.
  private let store: @MainActor (ID, State) -> Store<State, Action>

  init(
    _ elements: any FeatureCollection<ID, State>,
    store: @escaping @MainActor (ID, State) -> Store<State, Action>
  ) {
    self.elements = elements
    self.store = store
  }

  /// The position of the first store: 0.
  @_documentation(visibility: internal)
  public var startIndex: Int { 0 }

  /// The number of stores.
  @_documentation(visibility: internal)
  public var endIndex: Int { elements.count }

  /// The ids of the elements, in order.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var ids: [ID] { indices.map { elements.id(at: $0) } }

  /// The store for the element at a position, which must be valid.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Store<State, Action> {
    store(elements.id(at: position), elements.storage[position])
  }

  /// The store for the element with an id, or `nil` if there was none.
  ///
  /// - Complexity: O(1) for an array, O(log *n*) in the number of elements for a stack.
  public subscript(id id: ID) -> Store<State, Action>? {
    elements.index(id: id).map { store(id, elements.storage[$0]) }
  }
}

extension Store {
  /// Returns the stores of a collection's elements.
  ///
  /// ```swift
  /// for row in store.scope(state: \.rows, action: App.Action.row) {
  ///   print(row.title)
  /// }
  /// ```
  ///
  /// An element's store follows the element by its id, even if it moves. If the element is no
  /// longer in the collection at the end of a batch, the store keeps the element's last value and
  /// accepts no actions, like the store of an optional child.
  ///
  /// A tracked call watches the ids and their order, but not changes of the elements. At the end of
  /// a batch, a thousand stores of unchanged elements are skipped in a few microseconds.
  public func scope<ID: Hashable & Sendable, ChildState, ChildAction: Sendable>(
    state: KeyPath<State, IdentifiedArray<ID, ChildState>>,
    action: @escaping (ID, ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ScopedStores<ID, ChildState, ChildAction> {
    // Watches the array's index of ids, not the array: changes of elements do not affect the index,
    // so its bytes stay the same.
    watchIfTracked(state.appending(path: \.positions))
    return stores(state, SourceOrigin(fileID: fileID, line: line), embed: action)
  }

  /// Returns the stores of a stack's elements.
  ///
  /// ```swift
  /// let screens = store.scope(state: \.path, action: App.Action.path)
  /// if let screen = screens.last,
  ///   let detail = screen.scope(state: Screen.State.detail, action: Screen.Action.detail)
  /// {
  ///   print(detail.title)
  /// }
  /// ```
  ///
  /// An element's store follows the element by its id. If the element is no longer in the stack at
  /// the end of a batch, the store keeps its last value and drops actions without a report, because
  /// its screen may still be animating out.
  ///
  /// A tracked call watches the ids, but not changes of the elements.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, Stack<ChildState>>,
    action: @escaping (StackAction<ChildState, ChildAction>) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ScopedStores<StackID, ChildState, ChildAction> {
    watchIfTracked(state.appending(path: \.ids))
    return stores(state, SourceOrigin(fileID: fileID, line: line), reportsAbsence: false) {
      action(.element(id: $0, action: $1))
    }
  }

  private func stores<Rows: FeatureCollection, ChildAction: Sendable>(
    _ rows: KeyPath<State, Rows>, _ origin: SourceOrigin, reportsAbsence: Bool = true,
    embed: @escaping (Rows.ID, ChildAction) -> Action
  ) -> ScopedStores<Rows.ID, Rows.Element, ChildAction> where Rows.ID: Sendable {
    ScopedStores(current[rows]) { [self] id, element in
      store(for: id, element, in: rows, origin, reportsAbsence: reportsAbsence) { embed(id, $0) }
    }
  }

  /// Returns the store for an element of a collection; `element` is its value if the element has
  /// already left the collection.
  ///
  /// There are two levels of views: the collection's, and below it that of each element.
  func store<Rows: FeatureCollection, ChildAction: Sendable>(
    for id: Rows.ID, _ element: Rows.Element, in rows: KeyPath<State, Rows>,
    _ origin: SourceOrigin, reportsAbsence: Bool,
    embed: @escaping (ChildAction) -> Action
  ) -> Store<Rows.Element, ChildAction> {
    let type = Store<Rows.Element, ChildAction>.self
    let node = view.child(.child(rows, type)) { rowsView(rows, type) }
    guard let parent = node as? StateView<Rows> else {
      preconditionFailure("The key of a collection contains its key path.")
    }
    let row = parent.child(.child(id, type)) { rowView(id, element, parent) }
    return store(for: row, origin, reportsAbsence: reportsAbsence, embed: embed)
  }

  /// Makes the view of a collection, whose children are the views of its elements (rows).
  ///
  /// Sets `changedChildren`, by which the view finds at the end of a batch which rows to check. The
  /// collection has stamps, numbers that identify its last changes; the closure compares them with
  /// those that it saw last. Without them, a change of one row would take time for each row.
  private func rowsView<Rows: FeatureCollection, ChildAction>(
    _ keyPath: KeyPath<State, Rows>, _ type: Store<Rows.Element, ChildAction>.Type
  ) -> StateView<Rows> {
    let view = partView(keyPath)
    var seen: CollectionChanges.Seen?
    view.changedChildren = { rows in
      let (changes, count) = (rows.changes, rows.count)
      let old = exchange(&seen, with: (changes.stamps, count))
      // After `nil`, the view checks all rows: more than two may have changed, or some have left.
      // Otherwise, at most two have changed in place; a negative position is none. The ignored
      // value, the added elements, have no views yet.
      guard case .some(let one, let other, _) = changes.changed(since: old, count: count)
      else { return nil }
      return [one, other].filter { $0 >= 0 }.map { .child(rows.id(at: $0), type) }
    }
    return view
  }

  /// Makes the view of a row; `element` is its value if the row has already left the collection.
  private func rowView<Rows: FeatureCollection>(
    _ id: Rows.ID, _ element: Rows.Element, _ rows: StateView<Rows>
  ) -> StateView<Rows.Element> {
    let now = rows.current().value
    let present = now.index(id: id).map { now.storage[$0] }
    let row = ChildView(present ?? element, in: rows) { rows in
      let rows = rows.value
      return rows.index(id: id).map { rows.storage[$0] }
    }
    if present == nil { row.invalidate() }
    return row
  }
}
