import Dispatch
import Foundation
import RatchetDependencies
import Testing

@Suite struct LogSinkTests {
  @MainActor
  @Test(
    "a sink that the main actor made Is called on another thread while the main actor Is blocked")
  func aSinkThatTheMainActorMadeIsCalledOnAnotherThreadWhileTheMainActorIsBlocked() {
    let found = Collected()
    let values = withDependencies {
      $0.log = { message in found.add(message) }
    } operation: {
      DependencyValues.capture()
    }
    let isDone = blockUntilDone { values.run { report("From a thread.") } }
    #expect(isDone)
    #expect(found.messages.map(\.text) == ["From a thread."])
  }

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

// MARK: - Fixtures

/// Blocks the calling thread until another one has run an operation; false if that hangs.
private func blockUntilDone(_ operation: @escaping @Sendable () -> Void) -> Bool {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    operation()
    done.signal()
  }
  return done.wait(timeout: .now() + .seconds(60)) == .success
}
