// module: Combine
// flags: -swift-version 5
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The types of Combine that this package's documentation uses, declared as they are there: generic,
// and without a word about 'Sendable'. They publish nothing.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
}

public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
}

public protocol Cancellable {
  func cancel()
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public final class AnyCancellable: Cancellable {
  private let onCancel: () -> Void

  public init(_ cancel: @escaping () -> Void) { onCancel = cancel }

  deinit { onCancel() }

  public func cancel() { onCancel() }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {}
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {}

  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    AnyCancellable {}
  }

  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    AnyCancellable {}
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher() }
}
