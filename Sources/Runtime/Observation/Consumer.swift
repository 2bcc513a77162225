import Synchronization

/// Whether a consumer still wants values; told on the thread on which its task was cancelled or
/// ended.
final class Consumer: Sendable {
  private let left = Atomic<Bool>(false)

  var hasLeft: Bool { left.load(ordering: .relaxed) }

  func leave() { left.store(true, ordering: .relaxed) }
}

/// Somebody who may become a consumer, as long as this object is held.
final class Interest: Sendable {
  let consumer = Consumer()

  deinit { consumer.leave() }
}

/// Keeps the view of a child in its tree, while nobody holds its store, for those who may ask for
/// its states.
final class InterestWatch<State>: StateWatch<State> {
  private let consumer: Consumer

  init(_ interest: Interest) {
    consumer = interest.consumer
  }

  override var isOver: Bool { consumer.hasLeft }

  override func hasChanged(in state: StateReference<State>) -> Bool { false }
}
