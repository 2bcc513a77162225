import Foundation
import Testing

@testable import RatchetDependencies

@Suite("Two threads, each of which waits for a value that the other makes")
struct WaitTableTests {
  private let values = ResolvedValues()
  private let other: ThreadIdentity
  /// The other thread makes the part; this one makes the whole and needs the part.
  private let part: Resolution
  private let whole: Resolution
  private var table = WaitTable()

  init() {
    let origin = SourceOrigin(fileID: "Module/Reader.swift", line: 1)
    other = anotherThread()
    part = Resolution(PartKey.self, readAt: origin, on: other)
    whole = Resolution(WholeKey.self, readAt: origin)
    #expect(values.begin(part) == nil)
    #expect(values.begin(whole) == nil)
  }

  @Test("are a cycle, whoever waits first")
  mutating func cycle() throws {
    #expect(waitForPart() == nil)
    let cycle = try #require(waitForWhole())
    #expect(cycle.map(\.target.name) == ["WholeKey", "PartKey"])
    table.removeWait(of: .current)
    #expect(waitForWhole() == nil)
    let reverse = try #require(waitForPart())
    #expect(reverse.map(\.target.name) == ["PartKey", "WholeKey"])
  }

  @Test("are none once the part exists, although this thread has not resumed yet")
  mutating func resumes() {
    #expect(waitForPart() == nil)
    values.end(part)
    #expect(waitForWhole() == nil)
  }

  @Test("are none once the part exists, although this thread has not begun to wait yet")
  mutating func begins() {
    values.end(part)
    #expect(waitForWhole() == nil)
    #expect(waitForPart() == nil)
  }

  private mutating func waitForPart() -> [WaitTable.Wait]? {
    table.add(WaitTable.Wait(target: part, waiter: whole), of: .current)
  }

  private mutating func waitForWhole() -> [WaitTable.Wait]? {
    table.add(WaitTable.Wait(target: whole, waiter: nil), of: other)
  }

  private enum PartKey: DependencyKey {
    static let liveValue = 1
    static let testValue = 1
  }

  private enum WholeKey: DependencyKey {
    static let liveValue = 2
    static let testValue = 2
  }
}

private func anotherThread() -> ThreadIdentity {
  let identity = Locked<ThreadIdentity?>(nil)
  let hasRun = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    identity.withLock { $0 = .current }
    hasRun.signal()
  }
  hasRun.wait()
  return identity.withLock { $0 } ?? .current
}
