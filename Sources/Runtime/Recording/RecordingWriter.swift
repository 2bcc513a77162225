import Ratchet
import RatchetDependencies

/// Writes what an `ActionRecorder` observes to its file, off the main actor and in bounded memory.
///
/// Used by one recorder, which owns it. Owns the entries that are not written yet, and the output
/// with the file. Do not block the main actor until something is written: await `flush` or
/// `close`, which the writing task resumes on the main actor.
///
/// The main actor appends entries (what lines are written from) to a list. A detached task, the
/// *writing task*, takes the whole list, encodes it, appends the lines to the file, and repeats
/// this until the list is empty. Entries that are added while the list is full are dropped and
/// counted; the file has their number in a separate line, a *gap*.
final class RecordingWriter<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  typealias Output = RecordingOutput<State, Action>

  private struct Queue {
    var pending: [Output.Entry] = []
    /// The number of entries dropped since the writing task last took the list.
    var missing = 0
    /// The number of entries dropped in all, for the error of `close`.
    var dropped = 0
    /// Whether `close` was called; later entries are ignored.
    var hasEnded = false
    /// Whether there is a writing task, which checks the list again before it ends.
    var isWriting = false
    /// The gates at which the callers of `flush` are suspended; opened when the entries that were
    /// in the list are written.
    var waiting: [Gate] = []
    /// The error after which nothing more is written.
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

  /// Appends an entry for the writing task, and starts the task if none runs.
  ///
  /// If the list is full, drops the entry and counts it. The entry of an effect is dropped without
  /// being counted, because a replay does not need it. Ignores all entries after a failure or
  /// `close`.
  @MainActor func add(_ entry: Output.Entry) {
    let begins = queue.withLock { queue in
      if queue.failure != nil || queue.hasEnded { return false }
      if queue.pending.count < limit {
        queue.pending.append(entry)
      } else if case .effect = entry {
        return false
      } else {
        queue.missing += 1
        queue.dropped += 1
      }
      defer { queue.isWriting = true }
      return !queue.isWriting
    }
    if begins { Task.detached { await self.write() } }
  }

  /// Returns when all entries added so far are written, even if the calling task is cancelled.
  @MainActor func flush() async throws(RecordingError) {
    let gate = Gate()
    let isWriting = queue.withLock { queue in
      if queue.isWriting { queue.waiting.append(gate) }
      return queue.isWriting
    }
    // In a task of its own, because a cancelled task passes a gate at once.
    if isWriting { await Task { await gate.pass() }.value }
    if let failure = queue.withLock({ $0.failure }) { throw failure }
  }

  /// Ignores later entries, and returns when the earlier ones and the end line are written.
  ///
  /// If entries were dropped, throws their number and writes no end line: the recording is not
  /// whole.
  @MainActor func close() async throws(RecordingError) {
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

  /// What the writing task does next.
  private enum Work {
    case write([Output.Entry], missing: Int)
    /// Nothing is left to write: the task ends.
    case end
  }

  /// The writing task: takes and writes the list until it is empty.
  ///
  /// Opens the gates that it took together with the entries, after these are written.
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

  /// Takes all pending entries, and the gates of the callers that wait for them.
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

  /// Stops writing for good, and reports the error once.
  ///
  /// The lines written so far stay readable.
  private func fail(_ error: RecordingError) async {
    queue.withLock { queue in
      queue.failure = error
      queue.pending = []
      queue.missing = 0
    }
    await report(error)
  }
}
