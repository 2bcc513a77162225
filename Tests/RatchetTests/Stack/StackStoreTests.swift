import RatchetTesting
import TestSupport

@MainActor @Suite("The stores of a stack")
struct StackStoreTests {
  let messages = Messages()

  @Test("are those of its elements, in order and by id")
  func elements() {
    let store = NavigatorStore(.list, .detail(1), .detail(2))
    store.edit(.popFrom(1), .push(.detail(3)))
    let screens = store.screens
    #expect(screens.ids == [0, 3])
    #expect(screens.map(\.state) == [.list, .detail(3)])
    #expect(screens[id: 3] === screens[1])
    #expect(screens[id: 3] === store.screens.last)
    #expect(screens[id: 1] == nil)
  }

  @Test("send to their element, and show what it has become")
  func sends() {
    let store = NavigatorStore(.list, .detail(1), log: messages)
    let detail = store.screens[id: 1]
    detail?.send(.detail(.add(3)))
    #expect(detail?.state == .detail(Item.State(id: 1, count: 3)))
    #expect(store.log == ["element 1 of 0 1"])
  }

  @Test("scope to the case that their screen is of, until it is replaced by one of another case")
  func cases() throws {
    let store = NavigatorStore(.list, .detail(1), log: messages)
    let screen = try #require(store.screens.last)
    let detail = screen.scope(state: Screen.State.detail, action: Screen.Action.detail)
    #expect(screen.scope(state: Screen.State.list, action: Screen.Action.list) == nil)
    detail?.send(.add(2))
    #expect(detail?.count == 2)
    store.edit(.set(1, .list))
    #expect(detail?.count == 2)
    #expect(screen.scope(state: Screen.State.list, action: Screen.Action.list)?.count == 0)
    #expect(store.screens.last === screen)
  }

  @Test("keep the last state of an element that was popped, and drop what is sent to them")
  func popped() {
    let store = NavigatorStore(.list, .detail(1), log: messages)
    let detail = store.screens[id: 1]
    store.edit(.popLast)
    let actions = store.statistics.actions
    detail?.send(.detail(.add(1)))
    #expect(detail?.state == .detail(1))
    #expect(store.statistics.actions == actions)
    #expect(messages.texts == [])
    store.edit(.push(.detail(1)))
    #expect(store.screens.last !== detail)
  }

  @Test("are given up when an equal element takes the place of theirs in the same batch")
  func equalElement() {
    let store = NavigatorStore(.list, .detail(1), log: messages)
    let detail = store.screens[id: 1]
    store.edit(.popLast, .push(.detail(1)))
    #expect(!store.hasScopes)
    #expect(store.screens.last !== detail)
    detail?.send(.detail(.add(1)))
    #expect(store.path.last == .detail(1))
  }

  @Test("stay when another path is shown, for the common beginning")
  func shown() {
    let store = NavigatorStore(.list, .detail(1), .detail(2))
    let before = store.screens.map { $0 }
    store.edit(.show([.list, .detail(1), .detail(3)]))
    let after = store.screens.map { $0 }
    #expect(after[0] === before[0] && after[1] === before[1] && after[2] !== before[2])
    #expect(before[2].state == .detail(2))
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

  @Test("tell of what changes in their own element")
  func observedElements() {
    let store = NavigatorStore(.list, .detail(1), .detail(2))
    let observers = store.screens.map { screen in Observer { screen.state } }
    store.send(.detail(.add(1)), to: 1)
    store.edit(.set(2, .list))
    store.edit(.popLast)
    store.edit(.push(.detail(8)))
    store.send(.list(.add(4)), to: 0)
    #expect(observers.map(\.changes) == [1, 1, 1])
    #expect(observers[0].seen == [.list, .list(Part.State(count: 4))])
    #expect(observers[1].seen == [.detail(1), .detail(Item.State(id: 1, count: 1))])
    #expect(observers[2].seen == [.detail(2), .list])
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

  @Test("are let go of when nobody holds them")
  func released() {
    let store = NavigatorStore(.list, .detail(1))
    weak var screen: StoreOf<Screen>?
    do {
      let held = store.screens.last
      screen = held
      #expect(screen != nil)
      withExtendedLifetime(held) {}
    }
    store.edit(.popLast)
    #expect(screen == nil)
    #expect(!store.hasScopes)
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
  fileprivate var screens: StackStores<Screen.State, Screen.Action> {
    scope(state: \.path, action: Navigator.Action.path)
  }
}
