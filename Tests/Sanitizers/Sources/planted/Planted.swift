import Foundation
import Ratchet

/// Makes the mistake that its argument names: `race` or `leak`.
@main
struct Planted {
  static func main() async {
    switch CommandLine.arguments.dropFirst().first {
    case "race": await race()
    case "leak": leak()
    default: print("Give 'race' or 'leak'.")
    }
  }

  /// An effect's client counts on two threads without a lock.
  @MainActor private static func race() async {
    let tally = Tally()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in tally.countTwice() }
      }
    }
    store.send(0)
    await store.finish()
    print(tally.total)
  }

  /// Objects that hold themselves stay behind, with what they hold.
  private static func leak() {
    for _ in 0..<100 { Listener().listen() }
  }
}

/// Says that it can be shared, and cannot: that is the planted mistake.
private final class Tally: @unchecked Sendable {
  var total = 0

  func countTwice() {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      self.total += 1
      done.signal()
    }
    total += 1
    done.wait()
  }
}

private final class Listener {
  private var handler: () -> Void = {}
  private var bytes = [UInt8](repeating: 1, count: 1_000)

  func listen() {
    handler = { self.bytes[0] += 1 }
  }
}
