import RatchetTesting

@testable import Ratchet

@Suite("A walk of the state")
struct WalkTests {
  @Test("finds a path whose child is absent, and does not look below it")
  func absent() {
    let looks = Counter()
    var paths = PathTable()
    let outer = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    let inner = paths.intern(PathComponent(Self.even(looks)), under: outer)
    #expect(Walk.through(Pair(number: 2), paths).left.isEmpty)
    #expect(looks.count == 2)
    #expect(Walk.through(Pair(number: 3), paths).left == [inner])
    #expect(looks.count == 4)
    #expect(Walk.through(Pair(number: nil), paths).left == [outer])
    #expect(looks.count == 5)
  }

  @Test("looks at paths in use only")
  func inUse() {
    let looks = Counter()
    var paths = PathTable()
    let path = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    paths.release(path)
    #expect(Walk.through(Pair(number: nil), paths).left.isEmpty)
    #expect(looks.count == 0)
  }

  @Test("says nothing about steps from a state of another type")
  func otherType() {
    let looks = Counter()
    var paths = PathTable()
    _ = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    _ = paths.intern(PathComponent(label: "a", position: 1), under: .root)
    #expect(Walk.through("text", paths).left.isEmpty)
    #expect(Walk.through([Pair(number: nil)], paths).left.isEmpty)
    #expect(looks.count == 0)
  }

  @Test("gives the element of a path to its step")
  func elements() {
    var paths = PathTable()
    let step = Self.element
    let three = paths.intern(PathComponent(step, element: AnyID(3)), under: .root)
    let four = paths.intern(PathComponent(step, element: AnyID(4)), under: .root)
    #expect(Walk.through([4], paths).left == [three])
    #expect(Walk.through([3], paths).left == [four])
    #expect(Set(Walk.through([Int](), paths).left) == [three, four])
  }

  @Test("finds a path that is new below an element that has not changed, or new again")
  func newPath() {
    var paths = PathTable()
    let row = paths.intern(PathComponent(Self.row, element: AnyID(1)), under: .root)
    let numbers: IdentifiedArrayOf<Numbered> = [Numbered(id: 1), Numbered(id: 2)]
    paths.record(Walk.through(numbers, paths))
    let child = paths.intern(PathComponent(Self.child), under: row)
    paths.refresh(child)
    #expect(Walk.through(numbers, paths).left == [child])
    paths.record(Walk.through(numbers, paths))
    #expect(Walk.through(numbers, paths).left.isEmpty)
    paths.refresh(child)
    #expect(Walk.through(numbers, paths).left == [child])
  }

  @Test("always looks for what is below a child that is computed or an object")
  func untracked() {
    var paths = PathTable()
    let holder = Holder()
    let held: IdentifiedArrayOf<Holding> = [Holding(id: 1, holder: holder)]
    let row = paths.intern(PathComponent(Self.holding, element: AnyID(1)), under: .root)
    let child = paths.intern(PathComponent(Self.held), under: row)
    paths.refresh(child)
    holder.child = 1
    for _ in 0..<2 {
      let found = Walk.through(held, paths)
      #expect(found.left.isEmpty)
      paths.record(found)
    }
    holder.child = nil
    #expect(Walk.through(held, paths).left == [child])
    paths.release(child)
    paths.record(Walk.through(held, paths))
    #expect(paths.groups(below: .root)[0].watched.isEmpty)
  }

  @Test("leaves nothing in a table in which paths have come, gone or become fresh since")
  func staleResult() {
    var paths = PathTable()
    let row = paths.intern(PathComponent(Self.row, element: AnyID(1)), under: .root)
    paths.refresh(row)
    let found = Walk.through([Numbered(id: 1)] as IdentifiedArrayOf, paths)
    #expect(found.seen.count == 1)
    let other = paths.intern(PathComponent(Self.row, element: AnyID(2)), under: .root)
    paths.refresh(other)
    paths.record(found)
    #expect(paths.groups(below: .root)[0].seen == nil)
    #expect(paths.groups(below: .root)[0].watched == [row, other])
  }

  // MARK: - Fixtures

  private struct Pair { var number: Int? }

  private struct Numbered: Identifiable {
    let id: Int
    var child: Int?
  }

  private final class Counter { var count = 0 }

  /// From a collection to its elements.
  private static var row: FeatureStep { rows(of: Numbered.self, 4) }

  private final class Holder { var child: Int? }

  private struct Holding: Identifiable {
    let id: Int
    let holder: Holder
  }

  private static var holding: FeatureStep { rows(of: Holding.self, 6) }

  private static var held: FeatureStep {
    child(7, isStored: false) { (row: Holding) in row.holder.child }
  }

  private static var child: FeatureStep { child(5) { (row: Numbered) in row.child } }

  private static func optional(_ looks: Counter) -> FeatureStep {
    child(1) { (pair: Pair) in
      looks.count += 1
      return pair.number
    }
  }

  private static func even(_ looks: Counter) -> FeatureStep {
    child(2) { (number: Int) in
      looks.count += 1
      return number.isMultiple(of: 2) ? number : nil
    }
  }

  private static var element: FeatureStep {
    child(3, identity: { AnyID($0) }) { (numbers: [Int]) in
      numbers.first
    }
  }

  private static func site(_ line: UInt) -> ChildSite {
    ChildSite(\Pair.number, CasePath(Optional<Int>.some), "Tests/Feature.swift", line, 1)
  }

  private static func rows<Row: Identifiable>(of row: Row.Type, _ line: UInt) -> FeatureStep
  where Row.ID == Int {
    FeatureStep(site(line), to: Row.self, isStored: true) {
      (rows: IdentifiedArrayOf<Row>, group, walk) in
      walk.rows(rows, in: group)
    }
  }

  private static func child<Parent, Child>(
    _ line: UInt, isStored: Bool = true, identity: ((Child) -> AnyID)? = nil,
    _ find: @escaping (Parent) -> Child?
  ) -> FeatureStep {
    FeatureStep(site(line), to: Child.self, isStored: isStored) { (parent: Parent, group, walk) in
      walk.child(in: group, identity: identity) { body in
        guard let child = find(parent) else { return false }
        body(child)
        return true
      }
    }
  }
}
