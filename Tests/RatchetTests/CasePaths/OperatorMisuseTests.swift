import RatchetTesting

/// A closure that is not the constructor of a case is never silent: a store reports it, with the
/// line of the operator, and in a test store it is a failure.
@Suite("An operator that gets a closure that is not a constructor") @MainActor
struct OperatorMisuseTests {
  @Test("reports one of two cases when it is made") func composedClosure() async {
    let line: UInt = #line + 5
    await expect(
      Self.noCase("Letter.Action"), line,
      after: Parcel.Action.view(.letter(.tapped))
    ) {
      Scope(state: \.letter, action: { .view(.letter($0)) }) { Letter() }
    }
  }

  @Test("reports one that returns what it is given when it is made") func identity() async {
    let line: UInt = #line + 5
    await expect(
      Self.noCase("Action", in: "Action"), line, after: Parcel.Action.moved(1)
    ) {
      EmptyReducer<Parcel.State, Parcel.Action>()
        .ifLet(\.optional, action: { $0 }) {
          EmptyReducer<Letter.State, Parcel.Action>()
        }
    }
  }

  @Test("reports one of a case with a default argument when it is made")
  func defaultArgument() async {
    let line: UInt = #line + 4
    await expect(
      Self.noCase("Double", in: "Action"), line, after: Parcel.Action.moved(1)
    ) {
      Scope(state: \.letter, action: { .moved($0) }) { EmptyReducer<Letter.State, Double>() }
    }
  }

  @Test("reports one that changes the payload at the first value") func changedPayload() async {
    let line: UInt = #line + 7
    await expect(
      Self.text(
        "Action", in: "View",
        "its function does not put the value it is given into the case, but another one."),
      line, after: Parcel.View.letter(.tapped), isReportedWhenMade: false
    ) {
      Scope(state: \.letter, action: { _ in .letter(.closed) }) { Letter() }
    }
  }

  @Test("reports one of two cases at the first value that passes, if another case fits")
  func composedClosureBesideAFittingCase() async {
    let line: UInt = #line + 6
    await expect(
      Self.text(
        "Shoot", in: "Shoots", "the case that its function makes holds 'Nested' instead."),
      line, after: Shoots.nested(.shoot(.grown)), isReportedWhenMade: false
    ) {
      Scope(state: \.letter, action: { .nested(.shoot($0)) }) {
        EmptyReducer<Letter.State, Shoot>()
      }
    }
  }

  @Test("reports one with a default argument at the first value that passes, if another case fits")
  func defaultArgumentBesideAFittingCase() async {
    let line: UInt = #line + 6
    await expect(
      Self.text(
        "Shoot", in: "Shoots", "the case that its function makes holds '(Shoot, by: Int)' instead."),
      line, after: Shoots.moved(.grown), isReportedWhenMade: false
    ) {
      Scope(state: \.letter, action: { .moved($0) }) { EmptyReducer<Letter.State, Shoot>() }
    }
  }

  @Test("reports one that returns what it is given at the first value, if a case fits")
  func identityOfARecursiveAction() async {
    let line: UInt = #line + 6
    await expect(
      Self.text(
        "Archive", in: "Archive", "the case that its function makes holds nothing instead."),
      line, after: Archive.opened, isReportedWhenMade: false
    ) {
      Scope(state: \.letter, action: { $0 }) { EmptyReducer<Letter.State, Archive>() }
    }
  }

  @Test("reports one that converts the payload at the first value, if another case fits")
  func conversion() async {
    let line: UInt = #line + 6
    await expect(
      Self.text(
        "Int", in: "Written", "the case that its function makes holds 'String' instead."),
      line, after: Written.text("1"), isReportedWhenMade: false
    ) {
      Scope(state: \.letter, action: { (number: Int) in .text("\(number)") }) {
        EmptyReducer<Letter.State, Int>()
      }
    }
  }

  @Test("reports one in a body when the body is built") func body() async {
    await expect(
      Self.noCase("Letter.Action"), Parcel.line,
      after: Parcel.Action.view(.letter(.tapped)), isReportedWhenMade: false
    ) {
      Parcel()
    }
  }

  @Test("reports it in each operator, in its own line") func operators() {
    let base = EmptyReducer<Parcel.State, Parcel.Action>()
    let first: UInt = #line + 4
    let found = reports {
      _ =
        [
          base.ifLet(\.optional, action: { .view(.letter($0)) }) { Letter() },
          base.ifLet(\.optional, action: { .view(.presented($0)) }) { Letter() },
          base.forEach(\.letters, action: { .view(.row(id: $0, action: $1)) }) { Letter() },
          Scope(state: \.letter, path: CasePath { .view(.letter($0)) }) { Letter() },
          Scope(state: \.letter, path: CasePath(Parcel.Action.view, { .letter($0) })) {
            Letter()
          },
        ] as [any Reducer<Parcel.State, Parcel.Action>]
    }
    #expect(found.map(\.line) == [first, first + 1, first + 2, first + 3])
    let line: UInt = #line + 3
    let foundInCase = reports {
      _ = EmptyReducer<Phase, Parcel.Action>()
        .ifCaseLet({ .loaded(.letter($0)) }, action: { .view(.letter($0)) }) { Letter() }
    }
    #expect(foundInCase.map(\.line) == [line, line])
  }

  @Test("says nothing of constructors, whatever passes before their first value")
  func constructors() {
    let found = reports {
      let store = Store(initialState: Parcel.State()) {
        Scope(state: \.letter, action: Shoots.direct) { EmptyReducer<Letter.State, Shoot>() }
      }
      for action: Shoots in [.nested(.shoot(.grown)), .moved(.grown), .direct(.grown)] {
        for _ in 0..<3 { store.send(action) }
      }
      let folders = Store(initialState: Parcel.State()) {
        Scope(state: \.letter, action: Archive.below) { EmptyReducer<Letter.State, Archive>() }
      }
      for action: Archive in [.opened, .below(.opened), .below(.below(.opened))] {
        folders.send(action)
      }
    }
    #expect(found == [])
  }

  // MARK: - What is said

  private static func noCase(_ value: String, in root: String? = nil) -> String {
    let value = root == nil ? "RatchetTests.\(value)" : value
    let root = root ?? "RatchetTests.Parcel.Action"
    return text(
      value, in: root,
      """
      no case of '\(root)' holds '\(value)' alone, so that no function from the one to the other is \
      the constructor of a case.
      """)
  }

  private static func text(_ value: String, in root: String, _ reason: String) -> String {
    """
    A case path cannot extract '\(value)' from '\(root)': \(reason)

    'extract(from:)' returns nil for every value. To fix this, pass the constructor of a case \
    itself, as in 'CasePath(Action.child)', or a path of several cases, as in \
    'path: CasePath(Action.view, View.child)', or say how to extract with \
    'CasePath(embed:extract:)'.
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
    case letter(Letter.Action)
    case presented(PresentationAction<Letter.Action>)
    case row(id: Int, action: Letter.Action)
  }

  static let line: UInt = #line + 3

  var body: some ReducerOf<Self> {
    Scope(state: \.letter, action: { .view(.letter($0)) }) { Letter() }
  }
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
  enum Nested: Sendable { case shoot(Shoot), other }
  case direct(Shoot)
  case nested(Nested)
  case moved(Shoot, by: Int = 1)
}

indirect enum Archive: Sendable { case opened, below(Archive) }

enum Written: Sendable { case number(Int), text(String) }
