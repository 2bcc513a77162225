import RatchetDependencies
import RatchetTesting
import XCTest

@Suite("A test without a trait")
struct RunningTestTests {
  @Dependency(CounterKey.self) private var counter

  @Test("has values of its own, also in its child tasks")
  func one() async {
    #expect(counter.next() == 1)
    #expect(counter.next() == 2)
    async let child = counter.next()
    #expect(await child == 3)
    #expect(await Task { counter.next() }.value == 4)
  }

  @Test("has values of its own in each case, also of equal arguments", arguments: [1, 1, 2, 2, 3])
  func cases(_ argument: Int) {
    for number in 1...argument { #expect(counter.next() == number) }
  }

  @Test(
    "has values of its own in each case of arguments that cannot be encoded",
    arguments: [Opaque(), Opaque(), Opaque()])
  func opaque(_ argument: Opaque) {
    #expect(counter.next() == 1)
  }
}

@Suite("prepareDependencies in a test")
struct PreparedTestTests {
  @Test("prepares that test, and each case by itself", arguments: [1, 2, 2])
  func cases(_ number: Int) {
    prepareDependencies { $0[NumberKey.self] = number }
    @Dependency(NumberKey.self) var prepared
    #expect(prepared == number)
    withDependencies { _ in
    } operation: {
      #expect(prepared == number)
    }
  }

  @Test("sets a member of a client, whose other members keep their test values")
  func member() {
    prepareDependencies { $0[Scale.self].factor = 5 }
    @Dependency(Scale.self) var scale
    #expect(scale.factor == 5)
    #expect(scale.offset == 1)
  }

  @Test("is reported after the test has read a value, wherever, and changes nothing")
  func late() async {
    let issues = await IssueCollector.issues {
      withDependencies { _ in
      } operation: {
        #expect(DependencyValues.current[NumberKey.self] == 0)
      }
      prepareDependencies { $0[NumberKey.self] = 5 }
    }
    #expect(
      issues == [
        """
        'prepareDependencies' was called after a dependency was used.

        The call was ignored: a value does not change once it is in use. To fix this, call it \
        first, when the program or the test starts.
        """
      ])
    @Dependency(NumberKey.self) var number
    #expect(number == 0)
  }

  @Test("is reported if it is called twice in a test")
  func twice() async {
    prepareDependencies { $0[NumberKey.self] = 5 }
    let issues = await IssueCollector.issues {
      prepareDependencies { $0[NumberKey.self] = 6 }
    }
    #expect(
      issues == [
        """
        'prepareDependencies' was called a second time.

        The call was ignored: a value does not change once it is in use. To fix this, prepare all \
        dependencies in one call.
        """
      ])
    @Dependency(NumberKey.self) var number
    #expect(number == 5)
  }
}

/// XCTest runs these one after the other.
final class RunningXCTestTests: XCTestCase {
  func testHasValuesOfItsOwn() {
    @Dependency(CounterKey.self) var counter
    XCTAssertEqual(counter.next(), 1)
    XCTAssertEqual(counter.next(), 2)
  }

  func testHasValuesOfItsOwnWhateverAnotherHasDone() {
    @Dependency(CounterKey.self) var counter
    XCTAssertEqual(counter.next(), 1)
    XCTAssertEqual(counter.next(), 2)
  }
}

// MARK: - Fixtures

struct Opaque: Sendable {}

/// A client whose test value reads another dependency.
private struct Scale: TestDependencyKey {
  var factor = 2
  var offset: Int

  static var testValue: Scale {
    @Dependency(NumberKey.self) var number
    return Scale(offset: number + 1)
  }
}

private final class Counter: Sendable {
  private let count = Locked(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

private enum CounterKey: DependencyKey {
  static var liveValue: Counter { Counter() }
  static var testValue: Counter { Counter() }
}

private enum NumberKey: DependencyKey {
  static var liveValue: Int { 1_000 }
  static var testValue: Int { 0 }
  static var previewValue: Int { 100 }
}
