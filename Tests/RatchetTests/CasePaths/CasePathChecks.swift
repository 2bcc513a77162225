import RatchetTesting
import TestSupport

// MARK: - Fixtures

/// Takes out what was put in, 1,000 random values of it, and nothing from other cases.
func check<Root, Value: Equatable>(
  _ path: CasePath<Root, Value>, isProjected: Bool, others: [Root], seed: UInt64 = 1,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ random: (inout SeededRandom) -> Value
) {
  check(
    path, isProjected: isProjected, others: others, seed: seed, areEqual: ==,
    sourceLocation: sourceLocation, random)
}

/// The same for values that cannot be compared, by what is printed of them.
func checkText<Root, Value>(
  _ path: CasePath<Root, Value>, isProjected: Bool, others: [Root], seed: UInt64 = 1,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ random: (inout SeededRandom) -> Value
) {
  check(
    path, isProjected: isProjected, others: others, seed: seed,
    areEqual: { String(reflecting: $0) == String(reflecting: $1) },
    sourceLocation: sourceLocation, random)
}

private func check<Root, Value>(
  _ path: CasePath<Root, Value>, isProjected: Bool, others: [Root], seed: UInt64,
  areEqual: (Value, Value) -> Bool, sourceLocation: SourceLocation,
  _ random: (inout SeededRandom) -> Value
) {
  let reports = reports {
    var generator = SeededRandom(seed)
    for _ in 0..<1_000 {
      for other in others where path.extract(from: other) != nil {
        Issue.record("Found in \(other).", sourceLocation: sourceLocation)
      }
      let value = random(&generator)
      let root = path.embed(value)
      for _ in 0..<2 {
        let found = path.extract(from: root)
        if found.map({ areEqual($0, value) }) != true {
          Issue.record(
            "\(value) came out as \(String(describing: found))", sourceLocation: sourceLocation)
          return
        }
      }
    }
  }
  #expect(reports == [], sourceLocation: sourceLocation)
  #expect(path.verdict?.isProjected == isProjected, sourceLocation: sourceLocation)
}

extension CaseVerdict {
  /// Whether the payload is read from the memory of the enum itself.
  var isProjected: Bool {
    isProved && !isBoxed
  }
}

/// What the library reports while an operation runs.
func reports(during operation: () -> Void) -> [LogMessage] {
  let collected = Locked<[LogMessage]>([])
  withDependencies {
    $0.log = { message in collected.withLock { $0.append(message) } }
  } operation: {
    operation()
  }
  return collected.withLock { $0 }
}

/// Where the elements of an array are: elsewhere once it was copied and changed.
func address(of list: [Int]) -> UInt {
  // Safe: the address is used as a number only.
  unsafe list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}
