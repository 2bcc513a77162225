import Dispatch
import Foundation
import RatchetDependencies
import Testing

@Suite("A thread that waits for a value which another one makes")
struct LongWaitTests {
  @Test("reports that once, after a while, goes on waiting and gets the value")
  func report() {
    let found = Collected()
    var values = DependencyValues.freshScope
    values.log = { message in
      found.add(message)
      StuckKey.mayEnd.signal()
    }
    let shared = values
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = shared[StuckKey.self, fileID: "Module/Maker.swift", line: 1]
      isDone.signal()
    }
    StuckKey.began.wait()
    let value = DependencyValues.waitReportDelay.withValue(.milliseconds(1)) {
      shared[StuckKey.self, fileID: "Module/Reader.swift", line: 2]
    }
    isDone.wait()
    #expect(value == 7)
    #expect(found.messages.map(\.description) == ["error: Module/Reader.swift:2: \(text)"])
  }

  // MARK: - Fixtures

  private let text = """
    Reading 'StuckKey' has taken more than 0.001 seconds: another thread is creating its value, for \
    the read at Module/Maker.swift:1.

    This thread continues to wait. If the other one waits for it, for example with \
    'DispatchQueue.main.sync' or a semaphore, neither continues. To fix this, do not wait for \
    other threads while a value is created: do such work in a closure of the value.
    """
}

private enum StuckKey: DependencyKey {
  static let began = DispatchSemaphore(value: 0)
  static let mayEnd = DispatchSemaphore(value: 0)

  static var liveValue: Int {
    began.signal()
    mayEnd.wait()
    return 7
  }
  static var testValue: Int { liveValue }
}
