import CoreFoundation
import RatchetTesting

/// Closures that are not the constructor of a case are reported: when the path or the operator is
/// made if the types tell, else at the first value that tells.
@Suite("A closure that is not the constructor of a case") struct NoConstructorTests {
  @Test("is reported by the operator that gets it: a path of two cases") func twoCasesDeep() {
    let line: UInt = #line + 3
    var made: (any Reducer<Trunk.State, Trunk.Action>)?
    let found = reports {
      made = Scope(state: \.leaf, action: { .branch(.leaf($0)) }) {
        EmptyReducer<Twig.State, Twig.Action>()
      }
    }
    #expect(made != nil)
    #expect(
      found == [
        LogMessage(
          level: .error,
          text: """
            A case path cannot extract 'RatchetTests.Twig.Action' from 'RatchetTests.Trunk.Action': no case of \
            'RatchetTests.Trunk.Action' holds 'RatchetTests.Twig.Action' alone, so that no function from the one to \
            the other is the constructor of a case.

            'extract(from:)' returns nil for every value. To fix this, pass the constructor of a case itself, as in \
            'CasePath(Action.child)', or a path of several cases, as in 'path: CasePath(Action.view, View.child)', or \
            say how to extract with 'CasePath(embed:extract:)'.
            """,
          fileID: #fileID, line: line)
      ])
  }

  @Test("is reported by each operator that gets it") func operators() {
    let leaf = EmptyReducer<Twig.State, Twig.Action>()
    let base = EmptyReducer<Trunk.State, Trunk.Action>()
    var made: [any Reducer<Trunk.State, Trunk.Action>] = []
    let found = reports {
      made.append(base.ifLet(\.optional, action: { .branch(.leaf($0)) }) { leaf })
      made.append(base.ifLet(\.optional, action: { .branch(.presented($0)) }) { leaf })
      made.append(base.forEach(\.leaves, action: { .branch(.row($1)) }) { leaf })
      made.append(base.ifLet(\.sibling, action: { $0 }) { base })
    }
    #expect(made.count == 4)
    #expect(found.map(\.isNoCase) == [true, true, true, true])
  }

  @Test("is reported when the path is made: a case with a default argument")
  func defaultArgument() {
    expectNoCase { CasePath({ Loose.moved($0) }) as CasePath<Loose, Int> }
  }

  @Test("is reported when the path is made: the value itself") func identity() {
    expectNoCase { CasePath({ $0 }) as CasePath<Loose, Loose> }
    expectNoCase { CasePath({ $0 }) as CasePath<Int?, Int?> }
  }

  @Test("is reported when the path is made: no value, of an enum whose cases all have one")
  func noValue() {
    expectNoCase { CasePath({ Loose.moved(1) }) as CasePath<Loose, Void> }
  }

  @Test("is reported when the path is made, also for a generic enum") func generic() {
    func check<A: Sendable>(_ value: A) {
      expectNoCase { CasePath({ .pair(1, $0) }) as CasePath<GenericHolder<A>, A> }
      expectNoCase {
        CasePath({ GenericHolder.inner(.value($0)) }) as CasePath<GenericHolder<A>, A>
      }
    }
    check(UInt8(1))
    check([1.5])
  }

  @Test("is reported at the first value: the value itself, of an enum that contains itself")
  func recursiveIdentity() {
    var path: CasePath<SelfHolding, SelfHolding>?
    #expect(reports { path = CasePath({ $0 }) } == [])
    let found = reports {
      for _ in 0..<3 {
        #expect(path?.extract(from: .tap) == nil)
        #expect(path?.extract(from: .below(.tap)) == nil)
      }
    }
    #expect(found.count == 1)
  }

  @Test("is reported by an effect of the child that sends the second case") @MainActor
  func severalCasesByEffect() {
    let found = reports {
      let store = Store(initialState: Twig.State()) {
        Scope(state: \.self, action: { $0 == 1 ? Odd.number($0) : .text("\($0)") }) {
          Reduce<Twig.State, Int> { _, number in number == 1 ? .send(2) : .none }
        }
      }
      store.send(.number(1))
    }
    #expect(found.map(\.isSeveralCases) == [true])
  }

  @Test("is not what a constructor is taken for whose value other cases hold too")
  func siblings() {
    let found = reports {
      let path = CasePath(Odd.number)
      for number in 0..<3 {
        #expect(path.extract(from: .other(number)) == nil)
        #expect(path.extract(from: .number(number)) == number)
      }
    }
    #expect(found == [])
  }

  @Test("is said of types with equal names by qualified names") func equalNames() {
    enum Local { enum Action { case tapped } }
    let found = reports {
      _ = CasePath({ _ in Trunk.Action.other(1) }) as CasePath<Trunk.Action, Local.Action>
    }
    #expect(
      found.first?.text.hasPrefix(
        "A case path cannot extract 'RatchetTests.NoConstructorTests.Local.Action' from 'RatchetTests.Trunk.Action': "
      ) == true, "\(found)")
  }

  @Test("is reported of an enum of C as what it is") func enumOfC() {
    let found = reports {
      _ = CasePath({ .compareLessThan }) as CasePath<CFComparisonResult, Void>
    }
    #expect(
      found.first?.text.hasPrefix(
        """
        A case path cannot extract '()' from 'CFComparisonResult': 'CFComparisonResult' is an enum of C, whose cases \
        have no constructors.
        """) == true)
  }

  private func expectNoCase<Root, Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ make: () -> CasePath<Root, Value>
  ) {
    var path: CasePath<Root, Value>?
    let found = reports { path = make() }
    #expect(path != nil)
    #expect(found.map(\.isNoCase) == [true], sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

extension LogMessage {
  fileprivate var isNoCase: Bool { text.contains(" alone, so that no function from ") }
  fileprivate var isSeveralCases: Bool {
    text.contains("its function makes values of more than one case.")
  }
}

enum Trunk {
  struct State {
    var leaf = Twig.State()
    var optional: Twig.State?
    var leaves: IdentifiedArrayOf<Twig.State> = []
    var siblings: [State] = []
    var sibling: State? {
      get { siblings.first }
      set { siblings = newValue.map { [$0] } ?? [] }
    }
  }

  enum Action: Sendable {
    case branch(Branch)
    case other(Int)
  }

  enum Branch: Sendable {
    case leaf(Twig.Action)
    case presented(PresentationAction<Twig.Action>)
    case row(Twig.Action)
  }
}

enum Twig {
  struct State: Identifiable { var id = 1 }
  enum Action: Sendable { case tapped }
}

enum Loose: Sendable { case moved(Int, by: Int = 1) }

indirect enum SelfHolding: Sendable { case tap, below(SelfHolding) }

enum GenericHolder<Value: Sendable>: Sendable {
  enum Inner: Sendable { case value(Value) }
  case inner(Inner)
  case pair(Int, Value)
}
