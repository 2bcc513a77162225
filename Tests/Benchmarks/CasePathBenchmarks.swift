import Ratchet

/// Row i of PEERS: one extraction.
///
/// Each figure is of a match and a mismatch in turn, per extraction, unless its title says
/// otherwise.
@MainActor
enum CasePathBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("switch", "extraction by a hand-written switch") {
        measure(matching: 0.5) { Extracted.childBySwitch($0) }
      },
      Benchmark("i", "extraction by CasePath(Action.child)", baseline: "switch", bar: 4) {
        let path = CasePath(Extracted.child)
        return measure(matching: 0.5) { path.extract(from: $0) }
      },
      Benchmark("i-match", "the same, always the case", baseline: "switch", bar: 15) {
        let path = CasePath(Extracted.child)
        return measure(matching: 1) { path.extract(from: $0) }
      },
      Benchmark("i-mismatch", "the same, always another case", baseline: "switch", bar: 15) {
        let path = CasePath(Extracted.child)
        _ = path.embed(.increment)
        return measure(matching: 0) { path.extract(from: $0) }
      },
      Benchmark("i-unseen", "the same, before the case was ever seen", baseline: "switch") {
        let path = CasePath(Extracted.unseen)
        return measure(matching: 0) { path.extract(from: $0) }
      },
      Benchmark("i-row", "extraction by CasePath(Action.row), (id:action:)", baseline: "switch") {
        let path = CasePath(Extracted.row)
        return measure(matching: 0, other: .row(id: 1, action: .increment)) {
          path.extract(from: $0)
        }
      },
      Benchmark("i-indirect", "extraction from an indirect case", baseline: "switch", bar: 25) {
        let path = CasePath(Extracted.boxed)
        return measure(matching: 0, other: .boxed(.increment), count: 10_000) {
          path.extract(from: $0)
        }
      },
      Benchmark(
        "i-each", "extraction by a CasePath(Action.child) made at each use", baseline: "switch",
        bar: 60
      ) {
        measure(matching: 0.5, count: 100_000) { CasePath(Extracted.child).extract(from: $0) }
      },
      Benchmark("i-path", "extraction by CasePath { .nested(.child($0)) }", baseline: "switch") {
        let path = CasePath { Extracted.nested(.child($0)) }
        return measure(matching: 0, other: .nested(.child(.increment))) { path.extract(from: $0) }
      },
    ]
  }

  private static func measure(
    matching share: Double, other: Extracted = .other, count: Int = 1_000_000,
    _ extract: (Extracted) -> (some Any)?
  ) -> Sampling {
    let actions: [Extracted] = (0..<64).map {
      Double($0 % 2) < share * 2 ? .child(.increment) : other
    }
    var found = 0
    let sampling = Sampling.ofSynchronous(count: count / 64, per: 64) {
      for action in actions where extract(action) != nil { found += 1 }
    }
    precondition(found > 0 || share == 0)
    return sampling
  }
}

private enum Extracted: Sendable {
  enum Child: Sendable {
    case increment
    case set(Int)
  }

  enum Nested: Sendable {
    case child(Child)
    case other
  }

  case child(Child)
  case other
  case row(id: Int, action: Child)
  case unseen(Double)
  case nested(Nested)
  indirect case boxed(Child)

  @inline(never)
  static func childBySwitch(_ action: Extracted) -> Child? {
    if case .child(let child) = action { child } else { nil }
  }
}
