import RatchetTesting
import TestSupport

@MainActor @Suite("The effects of screens on a stack")
struct StackEffectTests {
  @Test("go on when their screen was popped and put back in one action by its old path")
  func putBack() {
    let store = started()
    let path = store.path
    store.edit(.popToRoot, .push(.list), .assign(path))
    #expect(store.live == Self.all)
    store.edit(.popToRoot)
    store.edit(.assign(path))
    #expect(store.inFlight.isEmpty)
  }

  @Test("send nothing any more when their screen was popped, and nobody is told")
  func lateSends() async {
    let messages = Messages()
    let gate = Signal()
    let store = NavigatorStore(.list, .detail(1), log: messages) { send in
      await gate.wait()
      await send(.add(1))
    }
    store.send(.detail(.operate), to: 1)
    store.send(.list(.operate), to: 0)
    store.edit(.popLast, .push(.detail(1)))
    gate.open()
    await store.finish()
    #expect(store.path.elements == [.list(Part.State(count: 1)), .detail(1)])
    #expect(messages.texts == [])
    #expect(store.isAtRest)
  }

  @Test(
    "are those of the screens that are there, after random pushes, pops and deep links", .seeds())
  func random() {
    var random = SeededRandom(Seeds.current)
    let store = NavigatorStore(.list)
    var model = Model()
    for _ in 0..<40 {
      switch random.number(below: 8) {
      case 0...1: store.send(.path(.push(random.screen())))
      case 2: store.send(.path(.pop(from: random.id(of: store.path))))
      case 3: store.send(.edit((0..<2).map { _ in random.edit(of: store.path) }))
      case 4: store.send(.edit([random.edit(of: store.path)]))
      default:
        guard let id = store.path.ids.randomElement(using: &random) else { continue }
        model.start(on: id, in: store)
      }
      model.update(store.path)
      #expect(Set(store.live) == model.live)
      #expect(store.inFlight.count == model.live.count)
      #expect(store.registry.brokenInvariant() == nil)
    }
    store.edit(.popToRoot)
    #expect(store.isAtRest)
  }

  // MARK: - Fixtures

  private static let all = ["path[0].list: a", "path[1].detail[1]: a", "path[2].detail[2]: a"]

  private func started() -> NavigatorStore {
    let store = NavigatorStore(.list, .detail(1), .detail(2))
    store.send(.list(.start("a")), to: 0)
    store.send(.detail(.start("a")), to: 1)
    store.send(.detail(.start("a")), to: 2)
    return store
  }

  /// Which effects must be live: those that were started on a screen which has been there, and of
  /// the same kind, at the end of every action since.
  private struct Model {
    private var screens: [StackID: String] = [:]
    private var started: [StackID: Set<String>] = [:]
    private var count = 0

    var live: Set<String> { started.values.reduce(into: []) { $0.formUnion($1) } }

    /// Starts an effect of the screen, whatever its kind, or of what it shows.
    @MainActor mutating func start(on id: StackID, in store: NavigatorStore) {
      count += 1
      let name = "\(count)"
      if count % 3 == 0 {
        store.send(.own(.start(name)), to: id)
        started[id, default: []].insert("path[\(id)]: \(name)")
      } else {
        guard let screen = store.path[id: id] else { return }
        let action: Screen.Action =
          if case .list = screen { .list(.start(name)) } else { .detail(.start(name)) }
        store.send(action, to: id)
        started[id, default: []].insert("path[\(id)].\(Self.kind(of: screen)): \(name)")
      }
    }

    mutating func update(_ path: Stack<Screen.State>) {
      for id in Array(started.keys) where !path.contains(id: id) { started[id] = nil }
      for (id, screen) in zip(path.ids, path) {
        let kind = Self.kind(of: screen)
        started[id] = started[id]?.filter { text in
          text.hasPrefix("path[\(id)]:") || text.hasPrefix("path[\(id)].\(kind):")
        }
      }
    }

    private static func kind(of screen: Screen.State) -> String {
      switch screen {
      case .list: "list"
      case .detail(let item): "detail[\(item.id)]"
      }
    }
  }
}

extension SeededRandom {
  mutating func screen() -> Screen.State {
    chance(40) ? .list : .detail(number(below: 3))
  }

  /// Mostly of a screen that is there; else one that was popped.
  mutating func id(of path: Stack<Screen.State>) -> StackID {
    chance(80) ? path.ids.randomElement(using: &self) ?? 0 : 0
  }

  mutating func edit(of path: Stack<Screen.State>) -> Navigator.Edit {
    let id = id(of: path)
    switch number(below: 8) {
    case 0: return .push(screen())
    case 1: return .popLast
    case 2: return .popTo(id)
    case 3: return .popFrom(id)
    case 4: return .popToRoot
    case 5:
      let kept = Array(path.prefix(number(below: 4)))
      return .show(kept + (0..<number(below: 3)).map { _ in screen() })
    default: return path.contains(id: id) ? .set(id, chance(20) ? nil : screen()) : .popLast
    }
  }
}
