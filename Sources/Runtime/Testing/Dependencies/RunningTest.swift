import Foundation
import RatchetDependencies
import Synchronization
import Testing
import XCTest

extension RunningTest: RunningTestFinder {
  package static var current: RunningTest.ID? {
    if let test = Test.current {
      return RunningTest.ID(CaseID(test: test.id, parts: Test.Case.current.map(CaseID.parts) ?? []))
    }
    return TestFramework.process == .xctest ? RunningTest.ID(XCTestCount.shared.value) : nil
  }
}

/// The identity of a case of a test.
private struct CaseID: Hashable, Sendable {
  let test: Test.ID
  let parts: [String]

  /// The parts that distinguish a case from others, with different or equal arguments.
  ///
  /// The identity of a case is not public. Reflection finds its parts: the encoded arguments, and a
  /// number for equal ones. If that fails, the cases of one test share their values.
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

  private static func child(_ label: String, of value: Any) -> Any? {
    Mirror(reflecting: value).children.first { $0.label == label }?.value
  }
}

/// Counts the tests of XCTest, which run one after the other.
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
