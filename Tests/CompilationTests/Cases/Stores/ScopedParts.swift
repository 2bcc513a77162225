import Ratchet

struct Child { var count = 0 }

struct Parent {
  var child = Child()
  var children = [Child()]
  var detail: Child?
  var first: Child { children[0] }
}

enum ChildAction { case tapped }

enum ParentAction {
  case child(ChildAction)
  case detail(ChildAction)
  case sheet(PresentationAction<ChildAction>)
}

@MainActor func tap(_ store: Store<Parent, ParentAction>) {
  let whole = store.scope(state: \.self, action: { $0 })
  whole.send(.child(.tapped))
  let named = store.scope(state: \Parent.self, action: { $0 })
  named.send(.child(.tapped))
  let stored = store.scope(state: \.child, action: ParentAction.child)
  stored.send(.tapped)
  let wrapped = store.scope(state: \.child, action: { .child($0) })
  wrapped.send(ChildAction.tapped)
  let computed = store.scope(state: \.first, action: CasePath(ParentAction.child).embed)
  computed.send(.tapped)
  let element = store.scope(state: \.children[0], action: ParentAction.child)
  element.send(.tapped)
  let detail = store.scope(state: \.detail, action: ParentAction.detail)
  let sheet = store.scope(state: \.detail, action: { .sheet(.presented($0)) })
  #if MISTAKE
    detail.send(.tapped)  // error: must be unwrapped
    sheet.send(.tapped)  // error: must be unwrapped
  #else
    detail?.send(.tapped)
    sheet?.send(.tapped)
  #endif
}

@MainActor func send<State, Action>(_ action: Action, to store: Store<State, Action>) {
  let whole = store.scope(state: \.self, action: { $0 })
  whole.send(action)
}

@MainActor func send<State, Part, Action>(
  _ action: Action, to store: Store<State, Action>, _ part: KeyPath<State, Part>
) {
  let scoped = store.scope(state: part, action: { $0 })
  scoped.send(action)
}

enum Page { case first(Child), second }

@MainActor func send(_ store: Store<Page, ParentAction>, _ optional: Store<Child?, ChildAction>) {
  let page = store.scope(state: \.self, action: { $0 })
  page.send(.child(.tapped))
  let first = store.scope(state: Page.first, action: ParentAction.child)
  first?.send(.tapped)
  let child = optional.scope(state: \.self, action: { $0 })
  child?.send(.tapped)
}
