import RatchetTesting

@MainActor @Suite("A dismiss that is handed on")
struct BoundDismissTests {
  @Test("removes the feature that read it, however it was handed on", arguments: Way.allCases)
  func reader(way: Way) async {
    let store = Store(initialState: Screen.State(sheet: .path)) { Screen(way: way) }
    let top = store.state.sheet?.path.ids.last
    await store.send(.inTopScreen(.closeParent, of: store.state)).finish()
    #expect(store.state.sheet?.path.ids.count == 1)
    #expect(top.map { store.state.sheet?.path.contains(id: $0) } == false)
    await store.send(.sheet(.presented(.closeParent))).finish()
    #expect(store.isDismissed)
    #expect(store.state.sheet != nil)
  }

  @Test("is found by an effect of any feature, while the effect that read it runs")
  func effect() async {
    let messages = Messages()
    let (kept, done) = (Slot<DismissEffect>(), Signal())
    let store = Store(initialState: Screen.State(sheet: .path), log: messages) { Screen() }
    let read = { @MainActor @Sendable () async -> Void in
      @Dependency(\.dismiss) var dismiss
      kept.value = dismiss
      await done.wait()
    }
    let other = { @MainActor @Sendable () async -> Void in await kept.value?() }
    store.send(.sheet(.presented(.run(read))))
    await store.send(.run(other)).finish()
    #expect(store.state.sheet == nil)
    store.send(.show(.path))
    await store.send(.run(other)).finish()
    #expect(store.state.sheet != nil)
    done.open()
    await store.send(.sheet(.presented(.run(read)))).finish()
    await store.send(.run(other)).finish()
    #expect(store.state.sheet != nil && !store.isDismissed)
    #expect(messages.texts.isEmpty)
  }

  @Test("that a reducer read removes nothing in an effect of a feature beside, and is reported")
  func beside() async {
    let messages = Messages()
    let kept = Slot<DismissEffect>()
    let store = Store(initialState: Screen.State(sheet: .path), log: messages) { Screen() }
    store.send(.sheet(.presented(.keep { kept.value = $0 })))
    await store.send(.run { await kept.value?() }).finish()
    #expect(store.state.sheet != nil && !store.isDismissed)
    #expect(
      messages.texts == [
        """
        'dismiss' was called in an effect of the root feature, which is neither the feature that \
        read it nor below that one.

        Nothing was removed. To fix this, call it in an effect of the feature that is to be \
        removed, or of a feature below that one.
        """
      ])
  }

  @Test("is not inherited by a store that an effect of a presented feature makes, nor isPresented")
  func inherited() async {
    let inner = Slot<StoreOf<Screen>>()
    let store = Store(initialState: Screen.State(sheet: .path)) { Screen() }
    let make = { @MainActor @Sendable () async -> Void in
      inner.value = Store(initialState: Screen.State(sheet: .path)) { Screen() }
    }
    await store.send(.sheet(.presented(.run(make)))).finish()
    inner.value?.send(.ask)
    inner.value?.send(.sheet(.presented(.ask)))
    #expect(inner.value?.isPresented == false)
    #expect(inner.value?.sheet?.isPresented == true)
    await inner.value?.send(.sheet(.presented(.closeParent))).finish()
    #expect(inner.value?.isDismissed == true)
    #expect(!store.isDismissed && store.state.sheet != nil)
  }

  @Test("belongs to the other store, if the store of a presented feature is made with it")
  func handedToStore() async {
    let store = Store(initialState: Screen.State(sheet: .path)) { Screen() }
    let make = { @MainActor @Sendable () async -> Void in
      @Dependency(\.dismiss) var dismiss
      let inner = Store(initialState: Screen.State()) {
        Screen()
      } withDependencies: {
        $0.dismiss = dismiss
      }
      await inner.send(.close).finish()
      #expect(!inner.isDismissed)
    }
    await store.send(.sheet(.presented(.run(make)))).finish()
    #expect(store.state.sheet == nil && !store.isDismissed)
  }
}

// MARK: - Fixtures

extension BoundDismissTests {
  /// How a screen hands its own `dismiss` to the screens that it presents.
  enum Way: CaseIterable { case dependency, around, client }

  /// Presents screens of its own kind, as a sheet and in a path.
  struct Screen: Reducer {
    struct State: Equatable {
      var below: [State] = []
      var path = Stack<State>()
      var isPresented: Bool?

      static var path: Self { Self(path: Stack([Self(sheet: Self()), Self(sheet: Self())])) }

      init(sheet: State? = nil, path: Stack<State> = Stack()) {
        below = sheet.map { [$0] } ?? []
        self.path = path
      }

      var sheet: State? {
        get { below.first }
        set { below = newValue.map { [$0] } ?? [] }
      }
    }

    indirect enum Action: Sendable {
      case ask, close, closeParent
      case keep(@MainActor @Sendable (DismissEffect) -> Void)
      case run(@MainActor @Sendable () async -> Void)
      case show(State)
      case path(StackAction<State, Action>)
      case sheet(PresentationAction<Action>)

      /// An action of the sheet of the last screen in the path of a store's sheet.
      static func inTopScreen(_ action: Action, of state: State) -> Self {
        let id = state.sheet?.path.ids.last ?? StackID(0)
        let screen = Action.path(.element(id: id, action: .sheet(.presented(action))))
        return .sheet(.presented(screen))
      }
    }

    var way = Way.dependency
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
    @Dependency(\.closing) fileprivate var closing

    @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
      switch way {
      case .dependency: presenting { Screen(way: way).dependency(\.closing.effect, self.dismiss) }
      case .around:
        presenting { Screen(way: way) }.dependency {
          $0.closing.effect = $0.closing.next
          $0.closing.next = $0.dismiss
        }
      case .client:
        let own = self.dismiss
        presenting { Screen(way: way).dependency { $0.closing.call = { await own() } } }
      }
    }

    private func presenting(
      @ReducerBuilder<State, Action> _ screen: () -> some ReducerOf<Self>
    ) -> some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state.isPresented = isPresented
        case .close: return .run { _ in await dismiss() }
        case .closeParent:
          return .run { _ in
            await closing.call?()
            await closing.effect?()
          }
        case .keep(let keep): MainActor.assumeIsolated { keep(dismiss) }
        case .run(let operation): return .run { _ in await operation() }
        case .show(let sheet): state.sheet = sheet
        case .path, .sheet: break
        }
        return .none
      }
      .forEach(stack: \.path, action: Action.path) { screen() }
      .ifLet(presenting: \.sheet, action: Action.sheet) { screen() }
    }
  }
}

/// Holds the `dismiss` of the feature above.
private struct Closing: DependencyKey {
  var effect: DismissEffect?
  /// That of the feature itself, for those below it.
  var next: DismissEffect?
  var call: (@Sendable () async -> Void)?

  static var liveValue: Self { Self() }
  static var testValue: Self { Self() }
}

extension DependencyValues {
  fileprivate var closing: Closing {
    get { self[Closing.self] }
    set { self[Closing.self] = newValue }
  }
}
