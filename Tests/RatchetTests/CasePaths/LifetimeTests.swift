import RatchetTesting
import Synchronization

/// Objects in payloads live exactly as long as somebody holds them.
@Suite struct LifetimeTests {
  @Test("an extracted object is released once by its last holder")
  func anExtractedObjectIsReleasedOnceByItsLastHolder() {
    check(CasePath(Carrier.object)) { $0 }
    check(CasePath(Carrier.row)) { (1, $0) }
    check(CasePath(Carrier.list)) { [$0, $0] }
    check(CasePath(Carrier.optional)) { $0 }
    check(CasePath(Carrier.any)) { $0 }
    check(CasePath(Carrier.weak)) { WeakAndStrong(weak: $0, strong: $0) }
    check(CasePath(Carrier.boxed)) { $0 }
    check(CasePath(Single.object)) { $0 }
    check(CasePath<Tracked?, Tracked>(Optional.some)) { $0 }
    check(CasePath(Generic<Tracked, String>.first)) { $0 }
  }

  @Test("other cases keep their objects") func otherCasesKeepTheirObjects() {
    let count = LiveCount()
    let path = CasePath(Carrier.row)
    do {
      let roots: [Carrier] = [
        .object(Tracked(count)), .list([Tracked(count)]), .boxed(Tracked(count)), .none,
      ]
      for _ in 0..<100 {
        for root in roots where path.extract(from: root) != nil { Issue.record("\(root)") }
      }
      withExtendedLifetime(roots) { #expect(count.live == 3) }
    }
    #expect(count.live == 0)
  }

  private func check<Root, Value>(
    _ path: CasePath<Root, Value>, sourceLocation: SourceLocation = #_sourceLocation,
    _ make: (Tracked) -> Value
  ) {
    let count = LiveCount()
    for _ in 0..<1_000 {
      var root: Root? = path.embed(make(Tracked(count)))
      var first = root.flatMap { path.extract(from: $0) }
      #expect(first != nil && count.live == 1, sourceLocation: sourceLocation)
      root = nil
      #expect(count.live == 1, sourceLocation: sourceLocation)
      var second = first
      first = nil
      #expect(second != nil && count.live == 1, sourceLocation: sourceLocation)
      second = nil
      #expect(count.live == 0, sourceLocation: sourceLocation)
    }
  }
}

// MARK: - Fixtures

private enum Carrier: Sendable {
  case none
  case object(Tracked)
  case row(id: Int, object: Tracked)
  case list([Tracked])
  case optional(Tracked?)
  case any(any Sendable)
  case weak(WeakAndStrong)
  indirect case boxed(Tracked)
}

private enum Single: Sendable { case object(Tracked) }

private enum Generic<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
}

/// Not a type whose values can be moved by copying their bytes.
private struct WeakAndStrong: Sendable {
  weak let weak: Tracked?
  let strong: Tracked
}

private final class LiveCount: Sendable {
  private let count = Atomic<Int>(0)
  var live: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}

private final class Tracked: Sendable {
  private let count: LiveCount

  init(_ count: LiveCount) {
    self.count = count
    count.add(1)
  }

  deinit { count.add(-1) }
}
