import RatchetTesting

@testable import Ratchet

@Suite("The search for removed features")
struct RemovedFeaturesTests {
  @Test("finds a path whose child is absent, and does not look below it")
  func absent() {
    let looks = Counter()
    var paths = PathTable()
    let outer = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    let inner = paths.intern(PathComponent(Self.even(looks)), under: outer)
    #expect(RemovedFeatures.search(Pair(number: 2), paths).removed.isEmpty)
    #expect(looks.count == 2)
    #expect(RemovedFeatures.search(Pair(number: 3), paths).removed == [inner])
    #expect(looks.count == 4)
    #expect(RemovedFeatures.search(Pair(number: nil), paths).removed == [outer])
    #expect(looks.count == 5)
  }

  @Test("looks at paths in use only")
  func inUse() {
    let looks = Counter()
    var paths = PathTable()
    let path = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    paths.release(path)
    #expect(RemovedFeatures.search(Pair(number: nil), paths).removed.isEmpty)
    #expect(looks.count == 0)
  }

  @Test("says nothing about steps from a state of another type")
  func otherType() {
    let looks = Counter()
    var paths = PathTable()
    _ = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    _ = paths.intern(PathComponent(label: "a", position: 1), under: .root)
    #expect(RemovedFeatures.search("text", paths).removed.isEmpty)
    #expect(RemovedFeatures.search([Pair(number: nil)], paths).removed.isEmpty)
    #expect(looks.count == 0)
  }

  @Test("gives the element of a path to its step")
  func elements() {
    var paths = PathTable()
    let step = Self.element
    let three = paths.intern(PathComponent(step, element: AnyID(3)), under: .root)
    let four = paths.intern(PathComponent(step, element: AnyID(4)), under: .root)
    #expect(RemovedFeatures.search([4], paths).removed == [three])
    #expect(RemovedFeatures.search([3], paths).removed == [four])
    #expect(Set(RemovedFeatures.search([Int](), paths).removed) == [three, four])
  }

  @Test("finds a path that is new below an element that has not changed")
  func newPath() {
    var ledger = Ledger()
    let row = ledger.descend(PathComponent(Self.row, element: AnyID(1)), from: .root)
    let numbers: IdentifiedArrayOf<Numbered> = [Numbered(id: 1), Numbered(id: 2)]
    for _ in 0..<2 { ledger.record(RemovedFeatures.search(numbers, ledger.paths)) }
    #expect(ledger.paths.isSettled(row))
    let child = ledger.descend(PathComponent(Self.child), from: row)
    #expect(!ledger.paths.isSettled(row))
    let result = RemovedFeatures.search(numbers, ledger.paths)
    #expect(result.removed == [child])
    ledger.record(result)
    #expect(!ledger.paths.isSettled(row))
    ledger.leave(child)
    ledger.record(RemovedFeatures.search(numbers, ledger.paths))
    #expect(ledger.paths.isSettled(row))
  }

  @Test("looks again for a child that is no part of an element, and for a path that was not found")
  func unsettled() {
    var ledger = Ledger()
    let holder = Holder()
    let held: IdentifiedArrayOf<Holding> = [Holding(id: 1, holder: holder)]
    let row = ledger.descend(PathComponent(Self.holding, element: AnyID(1)), from: .root)
    let absent = ledger.descend(PathComponent(Self.holding, element: AnyID(2)), from: .root)
    let child = ledger.descend(PathComponent(Self.held), from: row)
    holder.child = 1
    for _ in 0..<2 {
      let result = RemovedFeatures.search(held, ledger.paths)
      #expect(result.removed == [absent])
      ledger.record(result)
    }
    holder.child = nil
    #expect(Set(RemovedFeatures.search(held, ledger.paths).removed) == [absent, child])
  }

  @Test("records nothing in a table in which paths have come or gone since")
  func staleResult() {
    var ledger = Ledger()
    let row = ledger.descend(PathComponent(Self.row, element: AnyID(1)), from: .root)
    let result = RemovedFeatures.search([Numbered(id: 1)] as IdentifiedArrayOf, ledger.paths)
    #expect(result.hasChanges)
    _ = ledger.descend(PathComponent(Self.row, element: AnyID(2)), from: .root)
    ledger.record(result)
    #expect(!ledger.paths.isSettled(row))
  }

  // MARK: - Fixtures

  private struct Pair { var number: Int? }

  private struct Numbered: Identifiable {
    let id: Int
    var child: Int?
  }

  private final class Counter { var count = 0 }

  /// From a collection to its elements.
  private static var row: FeatureStep {
    RowStep<IdentifiedArrayOf<Numbered>, IdentifiedArrayOf<Numbered>>(
      site(4), isPart: true
    ) { rows, body in
      body(rows)
      return true
    }
  }

  private final class Holder { var child: Int? }

  private struct Holding: Identifiable {
    let id: Int
    let holder: Holder
  }

  private static var holding: FeatureStep {
    RowStep<IdentifiedArrayOf<Holding>, IdentifiedArrayOf<Holding>>(
      site(6), isPart: true
    ) { rows, body in
      body(rows)
      return true
    }
  }

  private static var held: FeatureStep {
    ChildStep<Holding, Int>(site(7), isPart: false) { row, _, body in
      row.holder.child.map(body)
      return row.holder.child != nil
    }
  }

  private static var child: FeatureStep {
    ChildStep<Numbered, Int>(site(5), isPart: true) { row, _, body in
      row.child.map(body)
      return row.child != nil
    }
  }

  private static func site(_ line: UInt) -> ChildSite {
    ChildSite(\Pair.number, CasePath(Optional<Int>.some), "Tests/Feature.swift", line, 1)
  }

  private static func optional(_ looks: Counter) -> FeatureStep {
    ChildStep<Pair, Int>(site(1)) { pair, _, body in
      looks.count += 1
      pair.number.map(body)
      return pair.number != nil
    }
  }

  private static func even(_ looks: Counter) -> FeatureStep {
    ChildStep<Int, Void>(site(2)) { number, _, body in
      looks.count += 1
      return number.isMultiple(of: 2)
    }
  }

  private static var element: FeatureStep {
    ChildStep<[Int], Int>(site(3)) { numbers, element, body in
      guard let number = element?.cast(to: Int.self) else { return false }
      return numbers.contains(number)
    }
  }
}
