import Foundation
import RatchetDependencies
import Synchronization
import Testing
import XCTest

// Tells `RatchetDependencies`, which imports no testing library, which test runs now, so that each
// test has its own values of dependencies. That module declares `RunningTest`, and finds this
// conformance at run time.
extension RunningTest: RunningTestFramework {
  /// Identifies the running test, or the case of a parameterized test; `nil` if there is none.
  package static var current: (any Hashable & Sendable)? {
    if let test = Test.current {
      return CaseID(test: test.id, parts: Test.Case.current.map(CaseID.parts) ?? [])
    }
    return TestFramework.process == .xctest ? XCTestCount.shared.value : nil
  }
}

/// Identifies a test of Swift Testing, or one case of a parameterized test.
private struct CaseID: Hashable, Sendable {
  let test: Test.ID
  /// The ids of the arguments, then a number; empty if the test is not parameterized.
  let parts: [String]

  /// The parts that distinguish a case from other cases of the test, even with equal arguments.
  ///
  /// Swift Testing does not make the identity of a case public. Reflection finds its parts: the
  /// encoded arguments, and a number for cases with equal arguments. If reflection fails, all cases
  /// of a test share their dependencies.
  static func parts(of testCase: Test.Case) -> [String] {
    guard testCase.isParameterized,
      let kind = child("_kind", of: testCase).flatMap({ Mirror(reflecting: $0).children.first }),
      let arguments = child("arguments", of: kind.value),
      let number = child("discriminator", of: kind.value)
    else { return [] }
    let ids = Mirror(reflecting: arguments).children.map { argument in
      child("id", of: argument.value).map { "\($0)" } ?? ""
    }
    return ids + ["\(number)"]
  }

  /// The stored property of a value with a name, found by reflection.
  private static func child(_ label: String, of value: Any) -> Any? {
    Mirror(reflecting: value).children.first { $0.label == label }?.value
  }
}

/// Identifies the running test of XCTest by the number of tests that have started: they run one
/// after the other.
private final class XCTestCount: NSObject, XCTestObservation, Sendable {
  static let shared = {
    let count = XCTestCount()
    XCTestObservationCenter.shared.addTestObserver(count)
    return count
  }()

  private let tests = Atomic(0)

  var value: Int { tests.load(ordering: .relaxed) }

  func testCaseWillStart(_ testCase: XCTestCase) {
    tests.add(1, ordering: .relaxed)
  }
}
