import RatchetTesting

/// A feature with a child of each kind, made of closures so that it needs no other operators.
struct ScopedParent: Reducer {
  struct Child: Equatable { var n = 0 }

  struct Element: Identifiable, Equatable {
    let id: Int
    var n = 0
  }

  enum Page: Equatable {
    case none
    indirect case boxed(Child)
  }

  struct State: Equatable {
    var title = ""
    var child = Child()
    var optional: Child?
    var detail: Element?
    var page = Page.none
    var rows: IdentifiedArrayOf<Element> = []
    var computed: Child {
      get { Child(n: child.n * 2) }
      set { child.n = newValue.n / 2 }
    }
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case run(Effect<Action>)
    case child(ChildAction)
    case optional(PresentationAction<ChildAction>)
    case detail(ChildAction)
    case page(ChildAction)
    case row(id: Int, action: ChildAction)
  }

  enum ChildAction: Equatable, Sendable { case add(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .change(let change): change(&state)
    case .run(let effect): return effect
    case .child(.add(let n)): state.child.n += n
    case .optional(.presented(.add(let n))): state.optional?.n += n
    case .optional(.dismiss): state.optional = nil
    case .detail(.add(let n)): state.detail?.n += n
    case .page(.add(let n)):
      if case .boxed(let child) = state.page { state.page = .boxed(Child(n: child.n + n)) }
    case .row(let id, .add(let n)): state.rows[id: id]?.n += n
    }
    return .none
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

  var optional: Store<ScopedParent.Child, ScopedParent.ChildAction>? {
    scope(state: \.optional, action: { .optional(.presented($0)) })
  }

  var detail: Store<ScopedParent.Element, ScopedParent.ChildAction>? {
    scope(state: \.detail, action: ScopedParent.Action.detail)
  }

  var page: Store<ScopedParent.Page, ScopedParent.ChildAction> {
    scope(state: \.page, action: ScopedParent.Action.page)
  }

  var rows: ScopedStores<Int, ScopedParent.Element, ScopedParent.ChildAction> {
    scope(state: \.rows, action: ScopedParent.Action.row)
  }
}
