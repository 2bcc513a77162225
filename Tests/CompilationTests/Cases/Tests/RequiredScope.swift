// error: passing non-Sendable parameter '$2' to function expecting a '@Sendable' closure
import Ratchet
import Testing

struct Child { var count = 0 }
struct Parent { var sheet: Child? }
enum ChildAction { case tapped }
enum ViewAction { case sheet(ChildAction) }
enum ParentAction { case view(ViewAction), sheet(ChildAction) }

@MainActor func tap(_ store: Store<Parent, ParentAction>) throws {
  let sheet = try #require(store.scope(state: \.sheet, action: ParentAction.sheet))
  sheet.send(.tapped)
  #if MISTAKE
    // The macro passes the closure on as one that is not '@Sendable'.
    let view = try #require(store.scope(state: \.sheet, action: { .view(.sheet($0)) }))
    // warning: no calls to throwing functions
    view.send(.tapped)
  #else
    let view = store.scope(state: \.sheet, action: { .view(.sheet($0)) })
    try #require(view).send(.tapped)
  #endif
}
