import RatchetTesting
import TestSupport

/// A closure that is not the constructor of a case is never silent: a store reports it, with the
/// line of the operator, and in a test store it is a failure.
@Suite("An operator that gets a closure that is not a constructor") @MainActor
struct OperatorMisuseTests {
  @Test("reports a value that no case holds when it is made", .readsEnumsFromMemory) func noCase()
    async
  {
    let line: UInt = #line + 2
    await expect(Self.noCase, line, after: Parcel.Action.view(.letter(.tapped))) {
      Scope(state: \.letter, action: { .moved(Double($0), by: 1) }) {
        EmptyReducer<Letter.State, Int>()
      }
    }
  }

  @Test("reports a value beside others, in a case within a case, at the first value that passes")
  func besideAFittingCase() async {
    let line: UInt = #line + 7
    await expect(
      Self.text(
        "Shoot", in: "Shoots",
        "the function makes a case whose payload is '(Shoot, by: Int)'."),
      line, after: Shoots.nested(.shoot(.grown)), isReportedWhenMade: false
    ) {
      Scope(state: \.letter, action: { .nested(.moved($0, by: 2)) }) {
        EmptyReducer<Letter.State, Shoot>()
      }
    }
  }

  @Test("reports one in a body when the body is built", .readsEnumsFromMemory) func body() async {
    await expect(
      Self.noCase, Parcel.line, after: Parcel.Action.view(.letter(.tapped)),
      isReportedWhenMade: false
    ) {
      Parcel()
    }
  }

  @Test("reports it in each operator, in its own line", .readsEnumsFromMemory) func operators() {
    let base = EmptyReducer<Parcel.State, Parcel.Action>()
    let first: UInt = #line + 4
    let found = reports {
      _ =
        [
          base.ifLet(\.optional, action: { (_: Int) in .view(.none) }) { CountingLetter() },
          base.ifLet(presenting: \.optional, action: { _ in .view(.none) }) { CountingLetter() },
          base.forEach(\.letters, action: { _, _ in .view(.none) }) { CountingLetter() },
          Scope(state: \.letter, action: { _ in .view(.none) }) { CountingLetter() },
        ] as [any Reducer<Parcel.State, Parcel.Action>]
    }
    #expect(found.map(\.line) == [first, first + 1, first + 2, first + 3])
    let line: UInt = #line + 3
    let foundInCase = reports {
      _ = EmptyReducer<Phase, Parcel.Action>()
        .ifCaseLet({ _ in .loaded(.other) }, action: { _ in .view(.none) }) { UnknownLetter() }
    }
    #expect(foundInCase.map(\.line) == [line, line])
  }

  // MARK: - What is said

  private static let noCase = text(
    "Int", in: "Action",
    """
    'Action' has no case whose payload is exactly 'Int'.
    """)

  private static func text(_ value: String, in root: String, _ reason: String) -> String {
    """
    A case path cannot extract '\(value)' from '\(root)': \(reason)

    'extract(from:)' returns nil for every value. To fix this, pass a function that only wraps its \
    argument in cases, such as 'Action.child' or '{ .view(.child($0)) }'.
    """
  }

  /// What a store reports, once, and what fails in a test store, with the line of the operator.
  private func expect<Action: Sendable>(
    _ text: String, _ line: UInt, after action: Action, isReportedWhenMade: Bool = true,
    @ReducerBuilder<Parcel.State, Action> reducer: () -> some Reducer<Parcel.State, Action>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let message = LogMessage(level: .error, text: text, fileID: #fileID, line: line)
    let made = reports { _ = Store(initialState: Parcel.State(), reducer: reducer) }
    #expect(made == (isReportedWhenMade ? [message] : []), sourceLocation: sourceLocation)
    let sent = reports {
      let store = Store(initialState: Parcel.State(), reducer: reducer)
      for _ in 0..<3 { store.send(action) }
    }
    #expect(sent == [message], sourceLocation: sourceLocation)
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Parcel.State(), reducer: reducer)
      for _ in 0..<3 { await store.send(action) }
    }
    #expect(issues == ["\(text)\n\n(\(#fileID):\(line))"], sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

// Not private: optimized builds print the names of private types in two ways.

struct Parcel: Reducer {
  struct State: Equatable {
    var letter = Letter.State()
    var optional: Letter.State?
    var letters: IdentifiedArrayOf<Letter.State> = []
  }

  enum Action: Sendable {
    case view(View)
    case moved(Double, by: Int = 1)
  }

  enum View: Sendable {
    case none
    case letter(Letter.Action)
    case presented(PresentationAction<Letter.Action>)
    case row(id: Int, action: Letter.Action)
  }

  static let line: UInt = #line + 3

  var body: some ReducerOf<Self> {
    Scope(state: \.letter, action: { .moved(Double($0), by: 1) }) { CountingLetter() }
  }
}

/// A child whose actions no case holds.
struct CountingLetter: Reducer {
  func reduce(into state: inout Letter.State, action: Int) -> Effect<Int> { .none }
}

/// A child whose state no case holds, either.
struct UnknownLetter: Reducer {
  func reduce(into state: inout String, action: Int) -> Effect<Int> { .none }
}

struct Letter: Reducer {
  struct State: Equatable, Identifiable { var id = 1 }
  enum Action: Sendable { case tapped, closed }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

enum Phase {
  enum Loaded { case letter(Letter.State), other }
  case loading, loaded(Loaded)
}

enum Shoot: Sendable { case grown }

enum Shoots: Sendable {
  enum Nested: Sendable { case shoot(Shoot), moved(Shoot, by: Int) }
  case direct(Shoot)
  case nested(Nested)
  case moved(Shoot, by: Int = 1)
}
