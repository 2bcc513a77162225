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
  // The macro passes the closure on as one that is not '@Sendable'.
  let view = try #require(store.scope(state: \.sheet, action: { .view(.sheet($0)) }))
  view.send(.tapped)
}
