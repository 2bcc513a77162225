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

  // MARK: - Fixtures

  private struct Pair { var number: Int? }

  private final class Counter { var count = 0 }

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
