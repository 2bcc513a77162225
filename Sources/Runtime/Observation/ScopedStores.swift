/// The stores of the elements of an ``IdentifiedArray``, in order.
///
/// Made by `Store.scope(state:action:)`. It is a value: it has the elements that the array had when
/// it was made. Each store is made on access unless one is still held.
@MainActor
public struct ScopedStores<ID: Hashable, State, Action: Sendable>: @MainActor RandomAccessCollection
{
  private let elements: IdentifiedArray<ID, State>
  private let store: @MainActor (ID, State) -> Store<State, Action>

  init(
    _ elements: IdentifiedArray<ID, State>,
    store: @escaping @MainActor (ID, State) -> Store<State, Action>
  ) {
    self.elements = elements
    self.store = store
  }

  /// The position of the first store: 0.
  public var startIndex: Int { 0 }

  /// The number of stores.
  public var endIndex: Int { elements.count }

  /// The ids of the elements, in order.
  public var ids: IdentifiedArray<ID, State>.IDs { elements.ids }

  /// The store for the element at a position, which must be valid.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Store<State, Action> {
    store(elements.ids[position], elements[position])
  }

  /// The store for the element with an id, or `nil` if there was none.
  ///
  /// - Complexity: O(1).
  public subscript(id id: ID) -> Store<State, Action>? {
    elements[id: id].map { store(id, $0) }
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
  /// An element's store follows the element by its id, wherever it moves. Once the element has left
  /// the collection at the end of a batch, the store keeps the element's last value and accepts no
  /// actions, like that of an optional child.
  ///
  /// A tracked call watches the ids and their order, but not changes of the elements. At the end of
  /// a batch, a thousand stores of unchanged elements are skipped in a few microseconds.
  public func scope<ID: Hashable & Sendable, ChildState, ChildAction: Sendable>(
    state: KeyPath<State, IdentifiedArray<ID, ChildState>>,
    action: @escaping @Sendable (ID, ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ScopedStores<ID, ChildState, ChildAction> {
    // The index of the array: changes of elements do not affect it, so its bytes stay the same.
    watchIfTracked(.ids(state)) { makeWatch(of: state.appending(path: \.positions)) }
    let origin = SourceOrigin(fileID: fileID, line: line)
    return ScopedStores(current[state]) { [self] id, element in
      store(for: id, element, in: state, origin) { action(id, $0) }
    }
  }

  /// Returns the stores of a collection's elements, whose actions are behind a path of several
  /// cases.
  public func scope<ID: Hashable & Sendable, ChildState, ChildAction: Sendable>(
    state: KeyPath<State, IdentifiedArray<ID, ChildState>>,
    path: CasePath<Action, (ID, ChildAction)>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ScopedStores<ID, ChildState, ChildAction> {
    scope(state: state, action: { path.embed(($0, $1)) }, fileID: fileID, line: line)
  }

  /// The store for an element of a collection; `element` is its value if it is already absent.
  func store<Rows: FeatureCollection, ChildAction: Sendable>(
    for id: Rows.ID, _ element: Rows.Element, in rows: KeyPath<State, Rows>,
    _ origin: SourceOrigin, reportsAbsence: Bool = true,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<Rows.Element, ChildAction> {
    let type = Store<Rows.Element, ChildAction>.self
    let node = view.child(.child(rows, type)) { rowsView(rows) }
    // Safe: a key with this key path and this type of store is used for such views only.
    let parent = unsafe unsafeDowncast(node, to: StateView<Rows>.self)
    let row = parent.child(.child(id, type)) { rowView(id, element, parent) }
    return store(for: row, origin, reportsAbsence: reportsAbsence, embed: embed)
  }

  /// The view of a collection, whose children are its rows.
  private func rowsView<Rows: FeatureCollection>(
    _ keyPath: KeyPath<State, Rows>
  ) -> StateView<Rows> {
    let rows = partView(keyPath)
    // Safe: the elements do not change during the call.
    unsafe rows.elements = { rows, body in
      unsafe rows.pointer.pointee.storage.withUnsafeBytes { unsafe body($0) }
    }
    return rows
  }

  /// The view of a row; `element` is its value if it is already absent.
  private func rowView<Rows: FeatureCollection>(
    _ id: Rows.ID, _ element: Rows.Element, _ rows: StateView<Rows>
  ) -> StateView<Rows.Element> {
    let now = rows.current().value
    let present = now.index(id: id).map { now.storage[$0] }
    // At least one byte, to tell an absent element from one without size.
    let size = Rows.hasIDsInElements ? max(1, MemoryLayout<Rows.Element>.size) : nil
    let row = ChildView(present ?? element, in: rows, seen: size) { rows, offset in
      guard let position = rows.value.index(id: id) else { return nil }
      offset = position * MemoryLayout<Rows.Element>.stride
      return rows.value.storage[position]
    }
    if present == nil { row.invalidate() }
    return row
  }
}
