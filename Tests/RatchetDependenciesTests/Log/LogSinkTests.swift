import Dispatch
import Foundation
import RatchetDependencies
import Testing

@Suite struct LogSinkTests {
  // The main actor made the sink; while it is blocked, another thread calls it.
  @MainActor @Test("a sink that is busy on another thread does not block the main actor")
  func aSinkThatIsBusyOnAnotherThreadDoesNotBlockTheMainActor() {
    let isEntered = DispatchSemaphore(value: 0)
    let mayLeave = DispatchSemaphore(value: 0)
    let found = Collected()
    withDependencies {
      $0.log = { message in
        if message.text == "slow" {
          isEntered.signal()
          _ = mayLeave.wait(timeout: .now() + .seconds(60))
        }
        found.add(message)
      }
    } operation: {
      let values = DependencyValues.capture()
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        values.run { report("slow") }
        isDone.signal()
      }
      #expect(isEntered.wait(timeout: .now() + .seconds(60)) == .success)
      report("fast")
      #expect(found.messages.map(\.text) == ["fast"])
      mayLeave.signal()
      #expect(isDone.wait(timeout: .now() + .seconds(60)) == .success)
    }
    #expect(found.messages.map(\.text) == ["fast", "slow"])
  }
}
