import RatchetTesting

/// A feature with a child of each kind, made of closures so that it needs no other operators.
struct ScopedParent: Reducer {
  struct Child: Equatable {
    var n = 0
    var name = ""
    var rows: IdentifiedArrayOf<Row> = []
    var inner: Inner?
  }

  struct Inner: Equatable {
    var n = 0
    /// Padding lies before it.
    var flag = false
    var m = 0
  }

  struct Row: Identifiable, Equatable {
    let id: Int
    var flag = false
    var n = 0
    var title = ""
    var inner: Inner?
  }

  struct Detail: Identifiable, Equatable {
    let id: Int
    var n = 0
  }

  enum Page: Equatable {
    case first(Inner)
    case second(Inner)
    indirect case third(Child)
    case none
  }

  struct State: Equatable {
    var title = ""
    var child = Child()
    var optional: Inner?
    var detail: Detail?
    var page = Page.none
    var rows: IdentifiedArrayOf<Row> = []
    var computed: Inner {
      get { Inner(n: child.n * 2) }
      set { child.n = newValue.n / 2 }
    }
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case child(ChildAction)
    case optional(PresentationAction<ChildAction>)
    case detail(ChildAction)
    case page(PageAction)
    case row(id: Int, action: ChildAction)
    case run(Effect<Action>)
  }

  enum ChildAction: Equatable, Sendable {
    case add(Int)
    case inner(InnerAction)
    case row(Int, InnerAction)
  }

  enum InnerAction: Equatable, Sendable { case add(Int) }

  enum PageAction: Sendable { case inner(ChildAction) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .change(let change): change(&state)
    case .run(let effect): return effect
    case .child(let action): reduce(&state.child, action)
    case .optional(.presented(.add(let n))): state.optional?.n += n
    case .optional(.dismiss): state.optional = nil
    case .optional: break
    case .detail(.add(let n)): state.detail?.n += n
    case .detail: break
    case .page(.inner(.add(let n))):
      switch state.page {
      case .first(var inner):
        inner.n += n
        state.page = .first(inner)
      case .second(var inner):
        inner.n += n
        state.page = .second(inner)
      case .third(var child):
        child.n += n
        state.page = .third(child)
      case .none: break
      }
    case .page: break
    case .row(let id, .add(let n)): state.rows[id: id]?.n += n
    case .row(let id, .inner(.add(let n))): state.rows[id: id]?.inner?.n += n
    case .row: break
    }
    return .none
  }

  private func reduce(_ child: inout Child, _ action: ChildAction) {
    switch action {
    case .add(let n): child.n += n
    case .inner(.add(let n)): child.inner?.n += n
    case .row(let id, .add(let n)): child.rows[id: id]?.n += n
    }
  }
}

extension StoreOf<ScopedParent> {
  convenience init(
    _ state: ScopedParent.State = ScopedParent.State(), log messages: Messages? = nil
  ) {
    self.init(initialState: state) {
      ScopedParent()
    } withDependencies: {
      if let messages { $0.log = messages.sink }
    }
  }

  func change(_ change: @escaping @Sendable (inout ScopedParent.State) -> Void) {
    send(.change(change))
  }

  var child: Store<ScopedParent.Child, ScopedParent.ChildAction> {
    scope(state: \.child, action: ScopedParent.Action.child)
  }

  var optional: Store<ScopedParent.Inner, ScopedParent.ChildAction>? {
    scope(state: \.optional, action: ScopedParent.Action.optional)
  }

  var detail: Store<ScopedParent.Detail, ScopedParent.ChildAction>? {
    scope(state: \.detail, action: ScopedParent.Action.detail)
  }

  var page: Store<ScopedParent.Page, ScopedParent.PageAction> {
    scope(state: \.page, action: ScopedParent.Action.page)
  }

  var rows: ScopedStores<Int, ScopedParent.Row, ScopedParent.ChildAction> {
    scope(state: \.rows, action: ScopedParent.Action.row)
  }

  /// One store of each kind, and those of all rows at the end.
  var scoped: [AnyObject?] { [child, optional, detail, page, page.first] + rows.map { $0 } }
}

extension Store<ScopedParent.Page, ScopedParent.PageAction> {
  var first: Store<ScopedParent.Inner, ScopedParent.ChildAction>? {
    scope(state: ScopedParent.Page.first, action: ScopedParent.PageAction.inner)
  }

  var second: Store<ScopedParent.Inner, ScopedParent.ChildAction>? {
    scope(state: ScopedParent.Page.second, action: ScopedParent.PageAction.inner)
  }

  var third: Store<ScopedParent.Child, ScopedParent.ChildAction>? {
    scope(state: ScopedParent.Page.third, action: ScopedParent.PageAction.inner)
  }
}
