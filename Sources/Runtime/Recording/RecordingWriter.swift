import Ratchet
import RatchetDependencies

/// Writes what a recorder was told, off the main actor and in bounded memory.
///
/// Used by the recorder, which owns it. Owns the lines that are not written, and the file. Do not
/// wait for it on the main actor.
///
/// The main actor appends to a list. A task takes the whole list, encodes it and writes the lines,
/// until the list is empty. What comes while the list is full is counted, and becomes a gap.
final class RecordingWriter<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  typealias Output = RecordingOutput<State, Action>

  private struct Queue {
    var pending: [Output.Entry] = []
    /// How many came while there was no room, since the last gap was written.
    var missing = 0
    /// How many in all.
    var dropped = 0
    /// Whether nothing is added any more.
    var hasEnded = false
    /// Whether a task is writing, which looks at the list again before it ends.
    var isWriting = false
    var waiting: [Gate] = []
    var failure: RecordingError?
  }

  private let queue = Locked(Queue())
  private let output: Locked<Output>
  private let limit: Int
  private let report: @MainActor @Sendable (RecordingError) -> Void

  init(
    _ output: Output, limit: Int, report: @escaping @MainActor @Sendable (RecordingError) -> Void
  ) {
    self.output = Locked(output)
    self.limit = max(1, limit)
    self.report = report
  }

  // MARK: - On the main actor

  /// Has a line written, unless nothing can be written any more.
  @MainActor func add(_ entry: Output.Entry) {
    let begins = queue.withLock { queue in
      if queue.failure != nil || queue.hasEnded { return false }
      if queue.pending.count < limit {
        queue.pending.append(entry)
      } else {
        queue.missing += 1
        queue.dropped += 1
      }
      defer { queue.isWriting = true }
      return !queue.isWriting
    }
    if begins { Task.detached { await self.write() } }
  }

  /// Returns when all so far is written.
  @MainActor func flush() async throws(RecordingError) {
    let gate = Gate()
    let isWriting = queue.withLock { queue in
      if queue.isWriting { queue.waiting.append(gate) }
      return queue.isWriting
    }
    if isWriting { await gate.pass() }
    if let failure = queue.withLock({ $0.failure }) { throw failure }
  }

  /// Returns when all so far is written, with the end; nothing is written from then on.
  @MainActor func finish() async throws(RecordingError) {
    queue.withLock { $0.hasEnded = true }
    defer { output.withLock { $0.close() } }
    try await flush()
    let dropped = queue.withLock { $0.dropped }
    if dropped > 0 { throw .gap(dropped) }
    try await writeEnd()
  }

  // MARK: - Off the main actor

  @concurrent private func writeEnd() async throws(RecordingError) {
    try output.withLock { output throws(RecordingError) in try output.end() }
  }

  /// What the list has for the task that writes.
  private enum Work {
    case write([Output.Entry], missing: Int)
    /// Nothing is left: the task ends.
    case end
  }

  @concurrent private func write() async {
    while true {
      let (work, waiting) = take()
      if case .write(let entries, let missing) = work {
        do throws(RecordingError) {
          try output.withLock { output throws(RecordingError) in
            try output.write(entries, missing: missing)
          }
        } catch {
          await fail(error)
        }
      }
      if !waiting.isEmpty { await MainActor.run { for gate in waiting { gate.open() } } }
      if case .end = work { return }
    }
  }

  /// All that is to be written, and who waits for that.
  private func take() -> (Work, [Gate]) {
    queue.withLock { queue in
      let waiting = queue.waiting
      queue.waiting = []
      if queue.pending.isEmpty, queue.missing == 0 {
        queue.isWriting = false
        return (.end, waiting)
      }
      let work = Work.write(queue.pending, missing: queue.missing)
      queue.pending = []
      queue.missing = 0
      return (work, waiting)
    }
  }

  /// Gives up: what is written so far stays readable.
  private func fail(_ error: RecordingError) async {
    queue.withLock { queue in
      queue.failure = error
      queue.pending = []
      queue.missing = 0
    }
    await report(error)
  }
}
