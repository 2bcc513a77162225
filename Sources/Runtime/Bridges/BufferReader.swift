import Synchronization

/// Iterates a sequence with a buffer, and stays on the main actor while elements are in there.
///
/// `next()` of a stream is bound to no actor. Called from the main actor it runs on another thread,
/// even if an element is there: two hops for each. Here it is called in a task that begins on the
/// thread of the caller, and has the element by the time it first could suspend. Nothing is read
/// ahead. (f-sequence: 30 us -> 3 us an element; inlinable, because that saves a third of it)
@usableFromInline
@MainActor final class BufferReader<Iterator: AsyncIteratorProtocol> {
  @usableFromInline let slot: IteratorSlot<Iterator>
  @usableFromInline var elementsInTurn = 0

  @inlinable init(_ iterator: Iterator) {
    slot = IteratorSlot(iterator)
  }

  /// The next element; `nil` at the end.
  @inlinable func next() async throws -> Iterator.Element? {
    // After as many elements in a row, others on the main actor have their turn: the producer may
    // be faster than the store.
    if elementsInTurn == 64 {
      elementsInTurn = 0
      await Task.yield()
    }
    // The task of the effect reads itself: what is iterated has to see that it is cancelled.
    if Task.isCancelled {
      await slot.read()
      return try slot.take()
    }
    let reader: ReadingSlot = slot
    let reading = Task<Void, Never>.immediate { @concurrent in await reader.read() }
    if slot.isFilled {
      elementsInTurn += 1
    } else {
      elementsInTurn = 0
      await withTaskCancellationHandler {
        await reading.value
      } onCancel: {
        reading.cancel()
      }
    }
    return try slot.take()
  }

  /// Releases the iterator, and with it what it keeps going.
  @inlinable func end() {
    slot.iterator = nil
  }
}

/// Whether a sequence has a buffer, and the task prefers no executor.
///
/// One that it prefers has to run `next()`: that of a test store decides what runs when.
@usableFromInline
@MainActor func canReadBuffer(of elements: Any) -> Bool {
  // Safe: the task is used only while this call lasts, in the task itself.
  let prefersExecutor = unsafe withUnsafeCurrentTask { task in
    unsafe task?.unownedTaskExecutor != nil
  }
  guard !prefersExecutor, let sequence = elements as? any BufferedSequence else { return false }
  return sequence.hasBuffer
}

/// What a reader and the task that reads for it have in common, whatever the iterator is: types of
/// iterators are not `Sendable`.
///
/// `@unchecked Sendable` is sound: of its own it has only an atomic; see ``IteratorSlot``.
@usableFromInline class ReadingSlot: @unchecked Sendable {
  private let filled = Atomic(false)

  @usableFromInline init() {}

  /// Whether the task that reads is done.
  @usableFromInline final var isFilled: Bool { filled.load(ordering: .acquiring) }

  @usableFromInline final func setFilled(_ isFilled: Bool) {
    filled.store(isFilled, ordering: .releasing)
  }

  @usableFromInline func read() async {}
}

/// A slot for an iterator and what it has returned.
///
/// `@unchecked Sendable` is sound: from its start until it calls `setFilled`, only the task that
/// reads uses `iterator` and `result`, otherwise only the reader does, and no two tasks read at a
/// time. The iterators are those of a `BufferedSequence`, which any thread may use in turn.
/// Elements may not be `Sendable`, but a buffer hands each to one consumer, which is the reader.
@usableFromInline
final class IteratorSlot<Iterator: AsyncIteratorProtocol>: ReadingSlot, @unchecked Sendable {
  @usableFromInline var iterator: Iterator?
  @usableFromInline var result: Result<Iterator.Element?, any Error> = .success(nil)

  @inlinable init(_ iterator: Iterator) {
    self.iterator = iterator
  }

  @inlinable override func read() async {
    guard var iterator = iterator.take() else { return }
    do {
      result = .success(try await iterator.next(isolation: nil))
    } catch {
      result = .failure(error)
    }
    self.iterator = iterator
    setFilled(true)
  }

  @inlinable func take() throws -> Iterator.Element? {
    setFilled(false)
    defer { result = .success(nil) }
    return try result.get()
  }
}
