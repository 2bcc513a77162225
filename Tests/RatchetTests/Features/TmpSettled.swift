import Observation
import RatchetTesting
@MainActor func settled<State, Action>(
  _ store: Store<State, Action>, until condition: @escaping (State) -> Bool
) async {
  while !condition(store.state) {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = store.state
      } onChange: {
        continuation.resume()
      }
    }
  }
}
