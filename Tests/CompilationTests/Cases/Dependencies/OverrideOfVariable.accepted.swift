import Ratchet
import Synchronization

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) -> String
  static let liveValue = FactClient { "\($0) is a number." }
}

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
