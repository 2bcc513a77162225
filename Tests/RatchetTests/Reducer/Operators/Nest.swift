import RatchetTesting
import TestSupport

/// A feature with children of every kind that lie in its state, and of some that do not.
struct Nest<Child: NestedFeature>: NestedFeature {
  struct State: NestedState {
    var id: Int
    var rows: IdentifiedArrayOf<Child.State> = []
    var others: IdentifiedArrayOf<Child.State> = []
    /// Copies of `rows` and `others` as they were before.
    var saved: [IdentifiedArrayOf<Child.State>] = []
    var sheet: Child.State?
    var drawer: Child.State?
    var page = NestPage<Child.State>.empty
    var part: Child.State
    let object = NestObject<Child.State>()

    init(id: Int) {
      self.id = id
      part = Child.State(id: id)
    }

    /// The first row, computed.
    var first: Child.State? {
      get { rows.first }
      set { if let newValue { rows.updateOrAppend(newValue) } }
    }
  }

  indirect enum Action: Sendable {
    case own(NestCommand)
    case row(id: Int, action: Child.Action)
    case other(id: Int, action: Child.Action)
    case sheet(Child.Action)
    case drawer(Child.Action)
    case page(PageAction)
    case part(Child.Action)
    case object(Child.Action)
    case first(Child.Action)
  }

  enum PageAction: Sendable {
    case left(Child.Action)
    case right(Child.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: Action.part) { Child() }
    Scope(state: \.page, action: Action.page) {
      Scope(state: NestPage.left, action: PageAction.left) { Child() }
      Scope(state: NestPage.right, action: PageAction.right) { Child() }
    }
    Reduce { state, action in
      switch action {
      case .own(let command): return command.perform(on: &state)
      // Removes a row whose reducer has just returned an effect.
      case .other(let id, _): if id == 3 { state.others.remove(id: id) }
      default: break
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) { Child() }
    .forEach(\.others, action: Action.other) { Child() }
    .ifLet(\.sheet, action: Action.sheet) { Child() }
    .ifLet(\.drawer, action: Action.drawer) { Child() }
    .ifLet(\.object.child, action: Action.object) { Child() }
    .ifLet(\.first, action: Action.first) { Child() }
  }

  static func action(_ command: NestCommand, at place: ArraySlice<NestStep>) -> Action {
    guard let step = place.first else { return .own(command) }
    let action = Child.action(command, at: place.dropFirst())
    return switch step {
    case .row(let id): .row(id: id, action: action)
    case .other(let id): .other(id: id, action: action)
    case .sheet: .sheet(action)
    case .drawer: .drawer(action)
    case .left: .page(.left(action))
    case .right: .page(.right(action))
    case .part: .part(action)
    case .object: .object(action)
    case .first: .first(action)
    }
  }
}

/// The innermost feature.
struct NestLeaf: NestedFeature {
  struct State: NestedState {
    var id: Int
    var count = 0

    init(id: Int) { self.id = id }

    var steps: [NestStep] { [] }
    func has(_ place: ArraySlice<NestStep>) -> Bool { place.isEmpty }
    func steps(below place: ArraySlice<NestStep>) -> [NestStep] { [] }
    mutating func edit(_ random: inout SeededRandom) { count += 1 }
    mutating func fill() {}
  }

  func reduce(into state: inout State, action: NestCommand) -> Effect<NestCommand> {
    action.perform(on: &state)
  }

  static func action(_ command: NestCommand, at place: ArraySlice<NestStep>) -> NestCommand {
    command
  }
}

enum NestPage<Child> {
  case empty
  case left(Child)
  case right(Child)
}

/// A part of the state that changes without a change of the state.
final class NestObject<Child> {
  var child: Child?
}

/// What a feature of any level is told.
enum NestCommand: Sendable {
  /// Starts an effect of this number, which goes on until it is cancelled, and changes the state.
  case start(Int, edits: Int, seed: UInt64)
  case cancel(Int)
  case edit(Int, seed: UInt64)

  /// The id of the effect of a number: one of two, so that features use the same.
  static func id(_ number: Int) -> Int { number % 2 }

  func perform<State: NestedState, Action: Sendable>(on state: inout State) -> Effect<Action> {
    switch self {
    case .start(let number, let edits, let seed):
      state.edit(edits, seed)
      return .run(name: "\(number)") { _ in await untilCancelled() }.cancellable(
        id: Self.id(number))
    case .cancel(let number): return .cancel(id: Self.id(number))
    case .edit(let edits, let seed):
      state.edit(edits, seed)
      return .none
    }
  }
}

/// Which child of a feature, with its identity.
enum NestStep: Equatable {
  case row(Int), other(Int), sheet(Int), drawer(Int), left(Int), right(Int), part, object(Int)
  case first(Int)
}

protocol NestedState: Identifiable where ID == Int {
  var id: Int { get set }
  init(id: Int)
  /// The children that are there.
  var steps: [NestStep] { get }
  /// Whether a place is there, found by looking at each element.
  func has(_ place: ArraySlice<NestStep>) -> Bool
  /// The children that are there at a place.
  func steps(below place: ArraySlice<NestStep>) -> [NestStep]
  /// Makes children of all kinds.
  mutating func fill()
  /// Changes something.
  mutating func edit(_ random: inout SeededRandom)
}

extension NestedState {
  mutating func edit(_ count: Int, _ seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<count { edit(&random) }
  }
}

protocol NestedFeature: Reducer where State: NestedState {
  init()
  static func action(_ command: NestCommand, at place: ArraySlice<NestStep>) -> Action
}
