// `cancel()` may be called from any thread, but no cancellable is declared Sendable.
@preconcurrency import OpenCombine
import Ratchet

extension AnyPublisher: @retroactive CallbackPublisher {
  /// Starts to publish; the returned closure ends that.
  public func subscribe(
    _ callback: CallbackSequence<Output, Failure>.Callback
  ) -> @Sendable () -> Void {
    let subscription = sink(
      receiveCompletion: { completion in
        switch completion {
        case .finished: callback.finish()
        case .failure(let error): callback.finish(throwing: error)
        }
      },
      receiveValue: { callback($0) })
    return { subscription.cancel() }
  }
}

struct Rate: Equatable, Sendable {
  var value: Double
}

protocol LegacyRates: Sendable {
  func rates(of currency: String) -> AnyPublisher<Rate, any Error>
}

func first(of currency: String, from rates: some LegacyRates) async throws -> Rate {
  try await rates.rates(of: currency).firstValue()
}

func all(of currency: String, from rates: some LegacyRates) -> Effect<Rate> {
  .sequence(
    {
      CallbackSequence<Rate, any Error>(bufferingPolicy: .unbounded) { callback in
        rates.rates(of: currency).subscribe(callback)
      }
    }, action: { $0 })
}
