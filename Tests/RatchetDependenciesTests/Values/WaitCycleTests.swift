import Dispatch
import Foundation
import RatchetDependencies
import Testing

@Suite("Threads that make values which need each other")
struct WaitCycleTests {
  @Test("trap with all keys of a cycle of three threads, in order")
  func threeThreads() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Thread.detachNewThread { _ = read(OuterA.self) }
      Thread.detachNewThread { _ = read(OuterB.self) }
      Thread.detachNewThread { _ = read(OuterC.self) }
      blockUntilTrap()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let names = ["A", "B", "C"].flatMap { ["Outer\($0)", "Inner\($0)"] }
    let cycles = stride(from: 0, to: 6, by: 2).map { start in
      (start...start + 6).map { "'\(names[$0 % 6])'" }.joined(separator: " -> ")
    }
    #expect(
      cycles.contains { text.contains("depends on itself: \($0)\n\n3 threads") }, "\(text)")
  }

  @Test("trap when one thread reads, with captured values, the key that it is making")
  func capturedValues() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EscapedKey.outside
      _ = read(EscapedKey.self)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        The dependency 'EscapedKey' depends on itself: 'EscapedKey' -> 'EscapedKey'

        To fix this, read one of them
        """), "\(text)")
  }
}

// MARK: - Fixtures

private func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  @Dependency(key) var value
  return value
}

/// Blocks the main thread of a process that another thread ends; ends it with success if that does
/// not come.
private func blockUntilTrap() {
  _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(60))
}

/// Where threads meet, each in the middle of its half.
private final class Meeting: Sendable {
  private let arrivals: [DispatchSemaphore]

  init(_ count: Int) {
    arrivals = (0..<count).map { _ in DispatchSemaphore(value: 0) }
  }

  /// Returns when all have called this.
  func arrive(_ index: Int) {
    for other in arrivals.indices where other != index { arrivals[other].signal() }
    for other in arrivals.indices where other != index { arrivals[index].wait() }
  }
}

private let triangle = Meeting(3)

private enum OuterA: DependencyKey {
  static var liveValue: Int { read(InnerA.self) }
  static var testValue: Int { liveValue }
}

private enum InnerA: DependencyKey {
  static var liveValue: Int {
    triangle.arrive(0)
    return read(OuterB.self)
  }
  static var testValue: Int { liveValue }
}

private enum OuterB: DependencyKey {
  static var liveValue: Int { read(InnerB.self) }
  static var testValue: Int { liveValue }
}

private enum InnerB: DependencyKey {
  static var liveValue: Int {
    triangle.arrive(1)
    return read(OuterC.self)
  }
  static var testValue: Int { liveValue }
}

private enum OuterC: DependencyKey {
  static var liveValue: Int { read(InnerC.self) }
  static var testValue: Int { liveValue }
}

private enum InnerC: DependencyKey {
  static var liveValue: Int {
    triangle.arrive(2)
    return read(OuterA.self)
  }
  static var testValue: Int { liveValue }
}

private enum EscapedKey: DependencyKey {
  static let outside = DependencyValues.capture()

  static var liveValue: Int { outside.run { read(EscapedKey.self) } }
  static var testValue: Int { liveValue }
}
