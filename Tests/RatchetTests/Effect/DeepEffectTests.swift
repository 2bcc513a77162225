import RatchetTesting
import TestSupport

@testable import Ratchet

@MainActor @Suite("An effect may be many levels deep", .serialized)
struct DeepEffectTests {
  @Test(
    "made, mapped, entered, run to the end", .deep(1_000, small: 100),
    arguments: EffectShape.allCases)
  func run(shape: EffectShape) async {
    let store = makeStore(shape)
    await store.send(.begin).finish()
    #expect(store.state == shape.expected)
    #expect(store.registry.isClean && store.inFlight.isEmpty)
  }

  @Test(
    "entered, and cancelled before it has ended", .deep(1_000, small: 100),
    arguments: EffectShape.allCases)
  func cancel(shape: EffectShape) async {
    let store = makeStore(shape, leaf: .run { _ in await untilCancelled() })
    store.send(.begin)
    #expect(store.state == 1)
    store.send(.cancel)
    #expect(store.registry.isClean)
    await store.finish()
  }

  @Test(
    "entered, and released with its store", .deep(1_000, small: 100),
    arguments: EffectShape.allCases)
  func shutDown(shape: EffectShape) async {
    var store: Store<Int, DeepAction>? = makeStore(
      shape, leaf: .run { _ in await untilCancelled() })
    let task = store?.send(.begin)
    #expect(task?.cascade?.isEmpty == false)
    store = nil
    #expect(task?.cascade?.isEmpty == true)
    await task?.finish()
  }

  @Test("whose actions go through every map, in order", .deep(1_000, small: 100))
  func maps() async {
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        var effect = Effect<Int>.run { await $0(1) }
        var other = Effect<Int>.merge(.send(1), .run { await $0(2) })
        for _ in 0..<Deep.size {
          effect = effect.map { $0 % 1_000 * 2 + 1 }
          other = other.map { $0 + 1 }
        }
        return .merge(effect, other)
      }
    }
    await store.send(0).finish()
    let expected = (0..<Deep.size).reduce(1) { value, _ in value % 1_000 * 2 + 1 }
    #expect(store.state == [0, expected, 1 + Deep.size, 2 + Deep.size])
  }

  @Test("whose order is that of its parts")
  func order() async {
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        var left = Effect<Int>.none
        var right = Effect<Int>.none
        for number in 1...100 {
          left = .concatenate(left, .merge(left.isNone ? .none : .none, .send(number)))
          right = .concatenate(.send(301 - number), right)
        }
        for number in 101...200 { left = .merge(left, .send(number)) }
        return .concatenate(left.map { $0 }, right)
      }
    }
    await store.send(0).finish()
    #expect(store.state == [0, 1] + Array(101...200) + Array(2...100) + Array(201...300))
  }

  @Test(
    "of sequences each of which is due when the one before it is cancelled",
    .deep(20_000, small: 500))
  func due() async {
    let count = Deep.size
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state += 1
        guard action == 0 else { return .none }
        let sequences = (0..<count).map { number in
          Effect<Int>.concatenate(
            .run { _ in await untilCancelled() }.cancellable(id: number), .cancel(id: number + 1))
        }
        return .merge(.merge(sequences), .cancel(id: 0))
      }
    }
    store.send(0)
    #expect(store.registry.isClean)
    await store.finish()
  }
}

// MARK: - Fixtures

enum DeepAction: Sendable {
  case begin
  case leaf
  case cancel
}

/// How an effect is made of many.
enum EffectShape: String, CaseIterable, Sendable {
  case concatenateLeft, concatenateRight, mergeLeft, mergeRight, merged, cancellable, inFlight
  case map, mapOfMerge, mergeAndMap, sequences, scoped, dependent, presented, debounced, throttled
  case mixed

  /// How many effects one is made of; fewer where each of many features has an id, which is listed
  /// for all above it.
  var depth: Int { self == .mixed ? Deep.size / 3 : Deep.size }

  /// How many actions the effect sends, with the one that begins it.
  @MainActor var expected: Int {
    switch self {
    case .concatenateLeft, .concatenateRight, .mergeLeft, .mergeRight, .merged, .sequences:
      1 + depth
    case .mapOfMerge: 3
    default: 2
    }
  }

  func effect(of count: Int, leaf: Effect<DeepAction>) -> Effect<DeepAction> {
    var effect = self == .mapOfMerge ? .merge(leaf, leaf) : leaf
    for index in 1..<count { effect = add(leaf, to: effect, index) }
    return effect
  }

  private func add(_ leaf: Effect<DeepAction>, to effect: Effect<DeepAction>, _ index: Int)
    -> Effect<DeepAction>
  {
    switch self {
    case .concatenateLeft: .concatenate(effect, leaf)
    case .concatenateRight: .concatenate(leaf, effect)
    case .mergeLeft: .merge(effect, leaf)
    case .mergeRight: .merge(leaf, effect)
    case .merged: effect.merged(with: leaf)
    case .cancellable: effect.cancellable(id: index)
    case .inFlight: effect.cancellable(id: index, cancelInFlight: true)
    case .map, .mapOfMerge: effect.map { $0 }
    case .mergeAndMap: .merge(effect.map { $0 }, .run { _ in })
    case .sequences: .concatenate(.merge(effect, .cancel(id: "none")), leaf)
    case .scoped: Effect(.scoped(effect.tree, Self.component))
    case .dependent: Effect(.dependent(effect.tree, .current))
    case .presented:
      Effect(.presented(effect.map { $0 }.tree, Presentation(), dismiss: Self.dismissal))
    case .debounced: effect.debounce(id: 0, for: .zero, clock: ImmediateClock())
    case .throttled: effect.throttle(id: index, for: .zero, latest: true, clock: ImmediateClock())
    case .mixed: EffectShape.allCases[index % 13].add(.none, to: effect, index)
    }
  }

  private static let component = PathComponent(
    ChildAttachment(
      .init(
        SourceOrigin(fileID: #fileID, line: #line), 1, location: { nil }, name: { "child" }),
      to: Never.self, isStored: true
    ) { (_: Never, _, _) in })

  private static let dismissal = Effect<DeepAction>.SendLeaf(.leaf)
}

@MainActor private func makeStore(
  _ shape: EffectShape, leaf: Effect<DeepAction> = .run { await $0(.leaf) }
) -> Store<Int, DeepAction> {
  Store(initialState: 0) {
    Reduce { state, action in
      state += 1
      switch action {
      case .begin:
        return shape.effect(of: shape.depth, leaf: leaf).cancellable(id: "all")
      case .leaf: return .none
      case .cancel: return .cancel(id: "all")
      }
    }
  }
}
