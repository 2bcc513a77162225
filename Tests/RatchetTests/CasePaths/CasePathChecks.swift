import RatchetTesting
import TestSupport

// MARK: - Fixtures

/// Takes out what was put in, many random values of it, and nothing from other cases; values are
/// compared by what is printed of them.
func check<Root, Value>(
  _ path: CasePath<Root, Value>, others: [Root],
  sourceLocation: SourceLocation = #_sourceLocation, _ random: (inout SeededRandom) -> Value
) {
  let reports = reports {
    var generator = SeededRandom(1)
    for _ in 0..<(Deep.isFull ? 1_000 : 100) {
      for other in others where path.extract(from: other) != nil {
        Issue.record("Found in \(other).", sourceLocation: sourceLocation)
      }
      let value = random(&generator)
      let root = path.embed(value)
      for _ in 0..<2 {
        let found = path.extract(from: root).map { String(reflecting: $0) }
        #expect(found == String(reflecting: value), sourceLocation: sourceLocation)
      }
    }
  }
  #expect(reports == [], sourceLocation: sourceLocation)
  #expect(path.verdict?.isProjected == EnumMemory.isTrusted, sourceLocation: sourceLocation)
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
