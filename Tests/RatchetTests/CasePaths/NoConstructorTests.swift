import CoreFoundation
import RatchetTesting
import TestSupport

/// Closures that are not the constructor of a case are reported: when the path or the operator is
/// made if the types tell, else at the first value that tells.
@Suite("A closure that is not the constructor of a case") struct NoConstructorTests {
  @Test(
    "is reported when the path is made, if no case holds such a value alone", .readsEnumsFromMemory)
  func noCase() {
    // A case with a default argument, the value itself, and no value although all cases have one.
    expectNoCase { CasePath({ Loose.moved($0) }) as CasePath<Loose, Int> }
    expectNoCase { CasePath({ $0 }) as CasePath<Loose, Loose> }
    expectNoCase { CasePath({ $0 }) as CasePath<Int?, Int?> }
    expectNoCase { CasePath({ Loose.moved(1) }) as CasePath<Loose, Void> }
    func check<A: Sendable>(_ value: A) {
      expectNoCase { CasePath({ .pair(1, $0) }) as CasePath<GenericHolder<A>, A> }
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

  @Test("is reported of an enum of C as what it is", .readsEnumsFromMemory) func enumOfC() {
    let found = reports {
      _ = CasePath({ .compareLessThan }) as CasePath<CFComparisonResult, Void>
    }
    #expect(
      found.first?.text.hasPrefix(
        """
        A case path cannot extract '()' from 'CFComparisonResult': 'CFComparisonResult' is \
        imported from C, so its cases have no constructors.
        """) == true)
  }

  private func expectNoCase<Root, Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ make: () -> CasePath<Root, Value>
  ) {
    let found = reports { _ = make() }
    #expect(
      found.map { $0.text.contains(" has no case whose payload is exactly ") } == [true],
      sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

enum Loose: Sendable { case moved(Int, by: Int = 1) }

indirect enum SelfHolding: Sendable { case tap, below(SelfHolding) }

enum GenericHolder<Value: Sendable>: Sendable {
  case pair(Int, Value)
}
