import RatchetTesting
import TestSupport

/// A feature with children of every kind, each of which declares subscriptions of every kind.
struct Plot<Child: PlotFeature>: PlotFeature {
  struct State: PlotState {
    var id: Int
    var isOn = false
    var topic: Int?
    var topics: [Int] = []
    var part: Child.State
    var page = PlotPage<Child.State>.empty
    var sheet: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []

    init(id: Int) {
      self.id = id
      part = Child.State(id: id)
    }

    func declared(at path: String) -> [String] {
      let children: [(String, Child.State)] =
        [("part", part)] + page.children + rows.map { ("rows[\($0.id)]", $0) }
        + (sheet.map { [("sheet[\($0.id)]", $0)] } ?? [])
      var declared = children.flatMap { step, child in
        child.declared(at: path.isEmpty ? step : "\(path).\(step)")
      }
      if isOn { declared.append("\(path): on") }
      if let topic { declared.append("\(path): topic \(topic)") }
      return declared + topics.map { "\(path): topics \($0)" }
    }

    mutating func edit(_ random: inout SeededRandom) {
      switch random.number(below: 12) {
      case 0: isOn.toggle()
      case 1: topic = random.chance(30) ? nil : random.number(below: 3)
      case 2: topics = Array([0, 1, 2, 3].shuffled(using: &random).prefix(random.number(below: 4)))
      case 3: rows.updateOrAppend(.made(&random))
      case 4: if let id = rows.ids.randomElement(using: &random) { rows.remove(id: id) }
      case 5: rows = IdentifiedArray(rows.shuffled(using: &random))
      case 6: if !rows.isEmpty { rows = IdentifiedArray(rows.elements.dropFirst()) }
      case 7: sheet = random.chance(30) ? nil : .made(&random)
      case 8: page = .made(&random)
      case 9: if let id = rows.ids.randomElement(using: &random) { rows[id: id]?.edit(&random) }
      case 10: sheet?.edit(&random)
      default: part.edit(&random)
      }
    }
  }

  indirect enum Action: Sendable {
    case own(PlotAction)
    case part(Child.Action)
    case page(PageAction)
    case sheet(Child.Action)
    case row(id: Int, action: Child.Action)
  }

  enum PageAction: Sendable {
    case left(Child.Action)
    case right(Child.Action)
  }

  let world: PlotWorld

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: Action.part) { Child(world: world) }
    Scope(state: \.page, action: Action.page) {
      Scope(state: PlotPage.left, action: PageAction.left) { Child(world: world) }
      Scope(state: PlotPage.right, action: PageAction.right) { Child(world: world) }
    }
    Reduce { state, action in
      if case .own(let action) = action { world.reduce(&state, action) }
      return .none
    }
    .subscription(while: \.isOn) { world.subscription("on").map(Action.own) }
    .subscription(id: \.topic) { world.subscription("topic \($0)").map(Action.own) }
    .subscriptions(ids: \.topics) { world.subscription("topics \($0)").map(Action.own) }
    .ifLet(\.sheet, action: Action.sheet) { Child(world: world) }
    .forEach(\.rows, action: Action.row) { Child(world: world) }
  }

  static func own(_ action: PlotAction) -> Action { .own(action) }
}

enum PlotPage<Child: PlotState>: Equatable, Sendable {
  case empty
  case left(Child)
  case right(Child)

  var children: [(String, Child)] {
    switch self {
    case .empty: []
    case .left(let child): [("page.left[\(child.id)]", child)]
    case .right(let child): [("page.right[\(child.id)]", child)]
    }
  }

  static func made(_ random: inout SeededRandom) -> Self {
    switch random.number(below: 3) {
    case 0: .empty
    case 1: .left(.made(&random))
    default: .right(.made(&random))
    }
  }
}

/// The innermost feature.
struct PlotLeaf: PlotFeature {
  struct State: PlotState {
    var id: Int
    var isOn = false

    func declared(at path: String) -> [String] { isOn ? ["\(path): on"] : [] }
    mutating func edit(_ random: inout SeededRandom) { isOn.toggle() }
  }

  let world: PlotWorld

  var body: some Reducer<State, PlotAction> {
    Reduce { state, action in
      world.reduce(&state, action)
      return .none
    }
    .subscription(while: \.isOn) { world.subscription("on") }
  }

  static func own(_ action: PlotAction) -> PlotAction { action }
}

/// What all of these features have in common.
protocol PlotFeature: Reducer where State: PlotState {
  init(world: PlotWorld)
  static func own(_ action: PlotAction) -> Action
}

protocol PlotState: Equatable, Sendable, Identifiable where ID == Int {
  init(id: Int)
  /// What it declares, and what is below it, in the order in which it starts.
  func declared(at path: String) -> [String]
  mutating func edit(_ random: inout SeededRandom)
}

extension PlotState {
  static func made(_ random: inout SeededRandom) -> Self {
    var state = Self(id: random.number(below: 3))
    for _ in 0..<random.number(below: 4) { state.edit(&random) }
    return state
  }

  mutating func edit(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<random.number(below: 4) { edit(&random) }
  }
}

extension PlotLeaf.State {
  init(id: Int) { self.id = id }
}

enum PlotAction: Sendable {
  /// Changes the feature and those below it; before that, all that was ever subscribed to sends, as
  /// it may if a reducer calls it.
  case edit(seed: UInt64, callsAll: Bool)
  /// Sent by the subscription of this number.
  case heard(Int)
}
