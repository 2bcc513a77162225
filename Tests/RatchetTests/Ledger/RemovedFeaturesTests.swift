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
    #expect(RemovedFeatures.paths(in: Pair(number: 2), paths).isEmpty)
    #expect(looks.count == 2)
    #expect(RemovedFeatures.paths(in: Pair(number: 3), paths) == [inner])
    #expect(looks.count == 4)
    #expect(RemovedFeatures.paths(in: Pair(number: nil), paths) == [outer])
    #expect(looks.count == 5)
  }

  @Test("looks at paths in use only")
  func inUse() {
    let looks = Counter()
    var paths = PathTable()
    let path = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    paths.release(path)
    #expect(RemovedFeatures.paths(in: Pair(number: nil), paths).isEmpty)
    #expect(looks.count == 0)
  }

  @Test("says nothing about steps from a state of another type")
  func otherType() {
    let looks = Counter()
    var paths = PathTable()
    _ = paths.intern(PathComponent(Self.optional(looks)), under: .root)
    _ = paths.intern(PathComponent(label: "a", position: 1), under: .root)
    #expect(RemovedFeatures.paths(in: "text", paths).isEmpty)
    #expect(RemovedFeatures.paths(in: [Pair(number: nil)], paths).isEmpty)
    #expect(looks.count == 0)
  }

  @Test("gives the element of a path to its step")
  func elements() {
    var paths = PathTable()
    let step = Self.element
    let three = paths.intern(PathComponent(step, element: AnyID(3)), under: .root)
    let four = paths.intern(PathComponent(step, element: AnyID(4)), under: .root)
    #expect(RemovedFeatures.paths(in: [4], paths) == [three])
    #expect(RemovedFeatures.paths(in: [3], paths) == [four])
    #expect(Set(RemovedFeatures.paths(in: [Int](), paths)) == [three, four])
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
