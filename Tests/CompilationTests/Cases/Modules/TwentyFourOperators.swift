// flags: -Xfrontend -solver-scope-threshold=1000
// flags: -Xfrontend -solver-scope-threshold=1000 -default-isolation MainActor
// The compiler gives up after 1000 steps; this body takes less than 500. So no time is measured.
import Ratchet

struct Item: Reducer {
  struct State: Identifiable, Equatable { var id: Int }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Desk: Reducer {
  struct Drawer {
    var isOn = false
    var total = 0
    var room: Int?
    var optional: Item.State?
    var sheet: Item.State?
    var rows: IdentifiedArrayOf<Item.State> = []
    var path = Stack<Item.State>()
  }
  struct State {
    var a = Drawer()
    var b = Drawer()
    var c = Drawer()
  }
  enum Action {
    case priced(Int), failed
    case aOptional(Item.Action), aSheet(PresentationAction<Item.Action>)
    case aRow(id: Int, action: Item.Action), aPath(StackActionOf<Item>)
    case bOptional(Item.Action), bSheet(PresentationAction<Item.Action>)
    case bRow(id: Int, action: Item.Action), bPath(StackActionOf<Item>)
    case view(View)
  }
  enum View {
    case optional(Item.Action), sheet(PresentationAction<Item.Action>)
    case row(id: Int, action: Item.Action), path(StackActionOf<Item>)
  }

  func pick(from drawer: Drawer) -> Int? { drawer.isOn ? drawer.room : nil }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .priced(let price):
        #if MISTAKE
          state.a.totall += price  // error: value of type 'Desk.Drawer' has no member 'totall'
        #else
          state.a.total += price
        #endif
      default: break
      }
      return .none
    }
    .ifLet(\.a.optional, action: Action.aOptional) { Item() }
    .ifLet(presenting: \.a.sheet, action: { .aSheet($0) }) { Item() }
    .forEach(\.a.rows, action: Action.aRow) { Item() }
    .forEach(stack: \.a.path, action: Action.aPath) { Item().dependency(\.context, .live) }
    .subscription(id: \.a.room) { id in
      .run { send in
        await send(.priced(id))
      } catch: { _, send in
        await send(.failed)
      }
    }
    .subscription(id: { pick(from: $0.a) }) { id in
      .run { send in
        await send(.priced(id))
      } catch: { _, send in
        await send(.failed)
      }
    }
    .subscription(while: \.a.isOn) { .send(.failed) }
    .onChange(of: \.a.total) { _, new in Reduce { _, _ in .send(.priced(new)) } }
    .ifLet(\.b.optional, action: Action.bOptional) { Item() }
    .ifLet(presenting: \.b.sheet, action: { .bSheet($0) }) { Item() }
    .forEach(\.b.rows, action: Action.bRow) { Item() }
    .forEach(stack: \.b.path, action: Action.bPath) { Item().dependency(\.context, .live) }
    .subscription(id: \.b.room) { id in
      .run { send in
        await send(.priced(id))
      } catch: { _, send in
        await send(.failed)
      }
    }
    .subscription(id: { pick(from: $0.b) }) { id in
      .run { send in
        await send(.priced(id))
      } catch: { _, send in
        await send(.failed)
      }
    }
    .subscription(while: \.b.isOn) { .send(.failed) }
    .onChange(of: \.b.total) { _, new in Reduce { _, _ in .send(.priced(new)) } }
    .ifLet(\.c.optional, action: { .view(.optional($0)) }) { Item() }
    .ifLet(presenting: \.c.sheet, action: { .view(.sheet($0)) }) { Item() }
    .forEach(\.c.rows, action: { .view(.row(id: $0, action: $1)) }) { Item() }
    .forEach(stack: \.c.path, action: { .view(.path($0)) }) {
      Item().dependency(\.context, .live)
    }
    .subscription(id: \.c.room) { id in
      .run { send in
        await send(.priced(id))
      } catch: { _, send in
        await send(.failed)
      }
    }
    .subscription(id: { pick(from: $0.c) }) { id in
      .run { send in
        await send(.priced(id))
      } catch: { _, send in
        await send(.failed)
      }
    }
    .subscription(while: \.c.isOn) { .send(.failed) }
    .onChange(of: \.c.total) { _, new in Reduce { _, _ in .send(.priced(new)) } }
  }
}
