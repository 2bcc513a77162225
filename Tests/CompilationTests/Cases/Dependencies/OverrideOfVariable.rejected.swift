import Ratchet

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) -> String
  static let liveValue = FactClient { "\($0) is a number." }
}

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
