import RatchetTesting
import TestSupport
import Testing

@testable import Ratchet

@Suite("Random trees of scoped stores, under random actions", .serialized) @MainActor
struct GrovePropertyTests {
  @Test(
    "tell each observer once a batch, if what it read has changed, and only then",
    .seeds())
  func observers() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let run = GroveRun(&random)
    for batch in 0..<12 {
      let before = run.store.state
      let told = run.observers.map(\.observer.changes)
      run.batch(&random)
      let after = run.store.state
      for (index, (probe, observer)) in run.observers.enumerated() {
        let expected = probe.read(before) == probe.read(after) ? 0 : 1
        #expect(
          observer.changes - told[index] == expected && observer.seen.last == probe.read(after),
          "seed \(seed), batch \(batch), \(probe)")
      }
      run.holdOrRelease(&random)
    }
  }

  @Test(
    "show what is there, keep the last value of what has gone, and leave nothing behind",
    .seeds())
  func values() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let run = GroveRun(&random)
    for batch in 0..<12 {
      run.batch(&random)
      run.holdOrRelease(&random)
      for held in run.held {
        #expect(held.store.state == held.expected, "seed \(seed), batch \(batch), \(held.path)")
      }
    }
    run.releaseAll()
    #expect(!run.store.hasScopes, "seed \(seed)")
  }
}

// MARK: - Fixtures

@MainActor private final class GroveRun {
  /// A store that is held, and what it has to show.
  final class Held {
    let path: [Int]
    let store: StoreOf<Grove>
    private(set) var expected: Grove.State
    private var isGone = false

    init(path: [Int], store: StoreOf<Grove>, state: Grove.State) {
      self.path = path
      self.store = store
      expected = state
    }

    func update(from root: Grove.State) {
      if isGone { return }
      if let state = root.row(at: path) { expected = state } else { isGone = true }
    }
  }

  let store: StoreOf<Grove>
  private(set) var observers: [(probe: GroveProbe, observer: Observer<[String]>)] = []
  private(set) var held: [Held] = []

  init(_ random: inout SeededRandom) {
    let state = Grove.State.random(levels: 3, &random)
    let store = StoreOf<Grove>(initialState: state) { Grove() }
    self.store = store
    for _ in 0..<12 {
      let probe = GroveProbe.random(&random)
      observers.append((probe, Observer { probe.read(store) }))
    }
  }

  /// Sends an action, or several in one batch.
  func batch(_ random: inout SeededRandom) {
    let actions = (0...random.number(below: 3)).map { _ in
      let seed = random.next()
      return Grove.Action.change { state in
        var random = SeededRandom(seed)
        state.changeAtRandom(&random)
      }
    }
    // Through a scoped store or the root; what is gone drops the action, which then changes
    // nothing.
    if actions.count == 1, let held = held.last, random.chance(50), isThere(held) {
      held.store.send(actions[0])
    } else if actions.count == 1 {
      store.send(actions[0])
    } else {
      store.send(.all(actions))
    }
    for held in held { held.update(from: store.state) }
    expectInvariants()
  }

  private func expectInvariants() {
    #expect(store.view.brokenInvariant() == nil)
  }

  func holdOrRelease(_ random: inout SeededRandom) {
    if !held.isEmpty, random.chance(30) { held.remove(at: random.number(below: held.count)) }
    let path = GroveProbe.random(&random).path
    if let state = store.state.row(at: path), let row = store.row(at: path), !path.isEmpty {
      held.append(Held(path: path, store: row, state: state))
    }
    expectInvariants()
  }

  func releaseAll() {
    held = []
    observers = []
    // What still waits is told when everything has changed, and forgotten.
    for number in 100..<106 {
      let leaf = Grove.Leaf(id: number, n: number)
      let page: Grove.Page = number % 2 == 0 ? .first(leaf) : .second(leaf)
      store.send(
        .change { state in
          state = Grove.State(
            id: number, flag: !state.flag, n: number, text: "\(number)", items: [number],
            leaf: leaf,
            detail: leaf, page: page, rows: [Grove.State(id: number)])
        })
    }
  }

  private func isThere(_ held: Held) -> Bool { store.row(at: held.path) === held.store }
}

extension Grove.State {
  fileprivate func row(at path: [Int]) -> Grove.State? {
    path.reduce(self as Grove.State?) { state, id in state?.rows[id: id] }
  }
}

extension StoreOf<Grove> {
  fileprivate func row(at path: [Int]) -> StoreOf<Grove>? {
    path.reduce(self as StoreOf<Grove>?) { store, id in store?.rowStores[id: id] }
  }
}
