import RatchetTesting
import TestSupport

@testable import Ratchet

/// Random changes of features in features: the walk that finds those that have left looks only at
/// what may have changed, and finds all that a walk of the whole state finds.
@MainActor @Suite("Random nested features", .serialized)
struct NestTests {
  @Test("have exactly those effects in flight whose features are there", .seeds(100))
  func effects() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let messages = Messages()
    var state = Root.State(id: 0)
    state.fill()
    let store = Store(initialState: state, log: messages) { Root() }
    var effects: [Effect] = []
    for number in 0..<40 {
      // Most often where effects are, or above.
      var place = store.state.place(&random)
      if random.chance(60), let effect = effects.randomElement(using: &random) {
        place = Array(effect.place.prefix(random.number(below: effect.place.count + 1)))
      }
      let edits = random.number(below: 4)
      switch random.number(below: 10) {
      case 0..<5:
        let edits = random.chance(30) ? edits : 0
        send(.start(number, edits: edits, seed: random.next()), place, store)
        effects.append(Effect(number: number, place: place))
      case 5..<6:
        guard let effect = effects.randomElement(using: &random) else { continue }
        // By its feature or by one around it, whose other effects of this id end as well.
        let place = Array(effect.place.prefix(random.number(below: effect.place.count + 1)))
        send(.cancel(effect.number), place, store)
        effects.removeAll { $0.id == effect.id && $0.place.starts(with: place) }
      default: send(.edit(edits, seed: random.next()), place, store)
      }
      effects.removeAll { !store.state.has($0.place[...]) }
      guard store.inFlight.map(\.name) == effects.map({ "\($0.number)" }),
        store.registry.brokenInvariant() == nil
      else {
        Issue.record("after step \(number): \(store.live) is not \(effects)")
        return
      }
    }
    store.send(.own(.edit(0, seed: 0)))
    #expect(store.inFlight.count == effects.count)
    store.registry.cancelAll()
    #expect(store.registry.isClean)
  }

  // MARK: - Fixtures

  private typealias Root = Nest<Nest<NestLeaf>>

  private struct Effect {
    let number: Int
    let place: [NestStep]
    var id: Int { NestCommand.id(number) }
  }

  private func send(_ command: NestCommand, _ place: [NestStep], _ store: StoreOf<Root>) {
    store.send(Root.action(command, at: place[...]))
  }
}

extension NestedState {
  /// The place of a feature that is there.
  fileprivate func place(_ random: inout SeededRandom) -> [NestStep] {
    var place: [NestStep] = []
    while random.chance(75) {
      let steps = steps(below: place[...])
      if steps.isEmpty { break }
      place.append(random.element(of: steps))
    }
    return place
  }
}
