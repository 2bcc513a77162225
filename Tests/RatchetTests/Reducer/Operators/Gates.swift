import RatchetTesting

/// Gates with numbers, for effects to wait at.
@MainActor final class Gates {
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var observers: [Int: CheckedContinuation<Void, Never>] = [:]

  /// Returns true when the gate is opened, false when the task is cancelled before.
  func pass(_ number: Int) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else {
          waiting[number] = continuation
        }
      }
    } onCancel: {
      MainActor.assumeIsolated {
        waiting.removeValue(forKey: number)?.resume(returning: false)
      }
    }
  }

  /// Records that the effect of a gate is about to end.
  func noteEnd(_ number: Int) {
    observers.removeValue(forKey: number)?.resume()
  }

  /// Opens a gate; does nothing if nobody waits there.
  func open(_ number: Int) {
    waiting.removeValue(forKey: number)?.resume(returning: true)
  }

  /// Opens a gate, and returns when the effect that waited there has ended.
  func openAndWait(_ number: Int) async {
    guard waiting[number] != nil else { return }
    await withCheckedContinuation { continuation in
      observers[number] = continuation
      open(number)
    }
  }
}
