#if MISTAKE
  import Ratchet
#else
  import Ratchet
  import Synchronization
#endif

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) -> String
  static let liveValue = FactClient { "\($0) is a number." }
}

#if MISTAKE
  func calls(_ operation: () -> Void) -> Int {
    var calls = 0
    withDependencies {
      $0[FactClient.self].fetch = { _ in
        calls += 1  // error: mutation of captured var 'calls' in concurrently-executing code
        return ""
      }
    } operation: {
      operation()
    }
    return calls
  }
#else
  final class Calls: Sendable {
    let count = Atomic(0)
  }

  func calls(_ operation: () -> Void) -> Int {
    let calls = Calls()
    withDependencies {
      $0[FactClient.self].fetch = { _ in
        calls.count.add(1, ordering: .relaxed)
        return ""
      }
    } operation: {
      operation()
    }
    return calls.count.load(ordering: .relaxed)
  }
#endif
