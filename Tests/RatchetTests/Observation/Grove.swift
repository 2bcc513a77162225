import RatchetTesting
import TestSupport

/// A feature that contains itself, with a child of each kind in each place.
struct Grove: Reducer {
  struct Leaf: Identifiable, Equatable {
    let id: Int
    var flag = false
    var n = 0
  }

  enum Page: Equatable {
    case none
    case first(Leaf)
    case second(Leaf)
  }

  struct State: Identifiable, Equatable {
    let id: Int
    var flag = false
    var n = 0
    var text = ""
    var items: [Int] = []
    var leaf = Leaf(id: 0)
    var detail: Leaf?
    var page = Page.none
    var rows: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case all([Action])
    case leaf(LeafAction)
    case detail(LeafAction)
    case page(LeafAction)
    case row(Int, Action)
  }

  enum LeafAction: Sendable { case add(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .change(let change): change(&state)
    case .all(let actions): return .merge(actions.map { .send($0) })
    case .leaf(.add(let n)): state.leaf.n += n
    case .detail(.add(let n)): state.detail?.n += n
    case .page(.add(let n)):
      switch state.page {
      case .none: break
      case .first(let leaf): state.page = .first(Leaf(id: leaf.id, n: leaf.n + n))
      case .second(let leaf): state.page = .second(Leaf(id: leaf.id, n: leaf.n + n))
      }
    case .row(let id, let action):
      guard var row = state.rows[id: id] else { break }
      _ = reduce(into: &row, action: action)
      state.rows[id: id] = row
    }
    return .none
  }
}

extension Grove.State {
  /// A tree of a number of levels at the most.
  static func random(levels: Int, id: Int = 0, _ random: inout SeededRandom) -> Self {
    var state = Self(id: id)
    for _ in 0..<6 { state.changeAtRandom(&random) }
    guard levels > 0 else { return state }
    for id in 0..<random.number(below: 4) {
      state.rows.updateOrAppend(.random(levels: levels - 1, id: id, &random))
    }
    return state
  }

  /// Changes something here or below.
  mutating func changeAtRandom(_ random: inout SeededRandom) {
    if !rows.isEmpty, random.chance(60) {
      let position = random.number(below: rows.count)
      rows[position].changeAtRandom(&random)
      return
    }
    let leaf = Grove.Leaf(id: random.number(below: 2), n: random.number(below: 3))
    switch random.number(below: 14) {
    case 0: n += 1
    case 1: text = random.element(of: ["", "a", "a text that does not fit into a string itself"])
    case 2: items.append(n)
    case 3: items = Array(items)
    case 4: self.leaf.n += 1
    case 5: detail = leaf
    case 6: detail = nil
    case 7: detail?.n += 1
    case 8: page = random.element(of: [.none, .first(leaf), .second(leaf)])
    case 9: flag.toggle()
    case 10: rows.updateOrAppend(Self(id: random.number(below: 4), n: random.number(below: 2)))
    case 11: if !rows.isEmpty { rows.remove(at: random.number(below: rows.count)) }
    case 12: if rows.count > 1 { rows.move(fromOffsets: [rows.count - 1], toOffset: 0) }
    default: break
    }
  }
}
