import RatchetDependencies

/// The stores of the elements of a ``Stack``, in order.
///
/// Made by `Store.scope(state:action:)`. It is a value: it has the elements that the stack had when
/// it was made. Each store is made on access unless one is still held.
@MainActor
public struct StackStores<State, Action: Sendable>: @MainActor RandomAccessCollection {
  private let elements: Stack<State>
  private let store: @MainActor (StackID, State) -> Store<State, Action>

  init(
    _ elements: Stack<State>, store: @escaping @MainActor (StackID, State) -> Store<State, Action>
  ) {
    self.elements = elements
    self.store = store
  }

  /// The position of the first store: 0.
  public var startIndex: Int { 0 }

  /// The number of stores.
  public var endIndex: Int { elements.count }

  /// The ids of the elements, in order.
  public var ids: [StackID] { elements.ids }

  /// The store for the element at a position, which must be valid.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Store<State, Action> {
    store(elements.ids[position], elements[position])
  }

  /// The store for the element with an id, or `nil` if there was none.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  public subscript(id id: StackID) -> Store<State, Action>? {
    elements[id: id].map { store(id, $0) }
  }
}

extension Store {
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
  /// An element's store follows the element by its id. Once the element has been popped at the end
  /// of a batch, the store keeps its last value and drops actions without a report: a screen may
  /// still be on its way out.
  ///
  /// A tracked call watches the ids, but not changes of the elements.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, Stack<ChildState>>,
    action: @escaping @Sendable (StackAction<ChildState, ChildAction>) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackStores<ChildState, ChildAction> {
    watchIfTracked(.ids(state)) { makeWatch(of: state.appending(path: \.ids)) }
    let origin = SourceOrigin(fileID: fileID, line: line)
    return StackStores(current[state]) { [self] id, element in
      store(for: id, element, in: state, origin, reportsAbsence: false) {
        action(.element(id: id, action: $0))
      }
    }
  }

  /// Returns the stores of a stack's elements, whose actions are behind a path of several cases.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, Stack<ChildState>>,
    path: CasePath<Action, StackAction<ChildState, ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackStores<ChildState, ChildAction> {
    scope(state: state, action: path.embedding, fileID: fileID, line: line)
  }
}
