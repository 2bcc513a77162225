import RatchetTesting

/// A closure that is not the constructor of a case is never silent: a store reports it, with the
/// line of the operator, and in a test store it is a failure.
@Suite("An operator that gets a closure that is not a constructor") @MainActor
struct OperatorMisuseTests {
  @Test("reports one of two cases when it is made") func composedClosure() async {
    let line: UInt = #line + 2
    await expect(Self.noCase, line, after: Parcel.Action.view(.letter(.tapped))) {
      Scope(state: \.letter, action: { .view(.letter($0)) }) { Letter() }
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

  @Test("reports one in a body when the body is built") func body() async {
    await expect(
      Self.noCase, Parcel.line, after: Parcel.Action.view(.letter(.tapped)),
      isReportedWhenMade: false
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
          base.ifLet(presenting: \.optional, action: { .view(.presented($0)) }) { Letter() },
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

  // MARK: - What is said

  private static let noCase = text(
    "RatchetTests.Letter.Action", in: "RatchetTests.Parcel.Action",
    """
    no case of 'RatchetTests.Parcel.Action' holds 'RatchetTests.Letter.Action' alone, so that no \
    function from the one to the other is the constructor of a case.
    """)

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
