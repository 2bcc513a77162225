import RatchetTesting
import TestSupport

@MainActor @Suite("The stores of a stack")
struct StackStoreTests {
  let messages = Messages()

  @Test("are given up when an equal element takes the place of theirs in the same batch")
  func equalElement() {
    let store = NavigatorStore(.list, .detail(1), log: messages)
    let detail = store.screens[id: 1]
    store.edit(.popLast, .push(.detail(1)))
    #expect(!store.hasScopes)
    #expect(store.screens.last !== detail)
    detail?.send(.detail(.add(1)))
    #expect(store.path.last == .detail(1))
    #expect(messages.texts == [])
  }

  @Test("tell of the ids, and not of what changes in the elements")
  func observedIDs() {
    let store = NavigatorStore(.list, .detail(1))
    let observer = Observer { store.screens.ids }
    store.send(.detail(.add(1)), to: 1)
    store.edit(.set(0, .detail(5)))
    #expect(observer.changes == 0)
    store.edit(.push(.list))
    store.edit(.push(.list), .popLast)
    store.edit(.popLast)
    store.edit(.popLast, .push(.detail(1)))
    #expect(observer.seen == [[0, 1], [0, 1, 2], [0, 1], [0, 4]])
  }

  @Test("show what their elements are, or were last, after random changes of the path", .seeds())
  func random() {
    var random = SeededRandom(Seeds.current)
    let store = NavigatorStore(.list)
    var held: [StackID: HeldScreen] = [:]
    for _ in 0..<30 {
      for screen in zip(store.path.ids, store.screens) where random.chance(70) {
        if held[screen.0] == nil { held[screen.0] = HeldScreen(screen.1) }
      }
      if random.chance(25), case .list? = store.path.first, let id = store.path.ids.first {
        store.send(.list(.add(1)), to: id)
      } else {
        store.send(.edit((0...random.number(below: 2)).map { _ in random.edit(of: store.path) }))
      }
      for (id, screen) in held {
        if let element = store.path[id: id] { screen.last = element }
        #expect(screen.store.state == screen.last)
        #expect(screen.observer.seen.last == screen.last)
        #expect(store.screens[id: id].map { $0 === screen.store } ?? !store.path.contains(id: id))
      }
    }
  }
}

// MARK: - Fixtures

/// The store of a screen, an observer of it, and what the screen was when it was last there.
@MainActor private final class HeldScreen {
  let store: StoreOf<Screen>
  let observer: Observer<Screen.State>
  var last: Screen.State

  init(_ store: StoreOf<Screen>) {
    self.store = store
    observer = Observer { store.state }
    last = store.state
  }
}

extension Store<Navigator.State, Navigator.Action> {
  fileprivate var screens: ScopedStores<StackID, Screen.State, Screen.Action> {
    scope(state: \.path, action: Navigator.Action.path)
  }
}
