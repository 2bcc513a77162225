import FoundationEssentials
import RatchetDependencies

/// Writes what a recorder was told, off the main actor and in bounded memory.
///
/// The main actor appends to a list. A task takes the whole list, encodes it and writes the lines,
/// until the list is empty. What comes while the list is full is counted, and becomes a gap.
final class RecordingWriter<State: Encodable & Sendable, Action: Encodable & Sendable>: Sendable {
  /// What one line is made of.
  enum Entry: Sendable {
    case header(State)
    case step(Step)
  }

  struct Step: Sendable {
    let number: Int
    let time: Duration
    let source: RecordedSource
    let action: Action
    let draws: [DrawTape.Draw]
    let state: State
  }

  /// What is written besides states and actions, and what of these.
  struct Content: Sendable {
    let program: String
    let version: String
    let redactState: @Sendable (State) -> State
    let redactAction: @Sendable (Action) -> Action
  }

  private struct Queue {
    var pending: [Entry] = []
    /// How many came while there was no room.
    var missing = 0
    /// Whether a task is writing, which looks at the list again before it ends.
    var isWriting = false
    var waiting: [Gate] = []
    var failure: RecordingError?
  }

  private let queue = Locked(Queue())
  /// The digests of the members of the last state that was written.
  private let members = Locked<[String: StateDigest]>([:])
  private let file: OpenFile
  private let path: String
  private let content: Content
  private let limit: Int
  private let report: @MainActor @Sendable (RecordingError) -> Void

  /// About as much as the system takes at once.
  private static var block: Int { 1 << 15 }

  init(
    _ url: URL, _ content: Content, limit: Int,
    report: @escaping @MainActor @Sendable (RecordingError) -> Void
  ) throws(RecordingError) {
    path = url.path
    do throws(FileFailure) {
      file = try OpenFile(replacing: path)
    } catch {
      throw RecordingError(.unwritable, "'\(path)' cannot be written: \(error.reason)")
    }
    self.content = content
    self.limit = max(1, limit)
    self.report = report
  }

  // MARK: - On the main actor

  /// Has a line written, unless nothing can be written any more.
  @MainActor func add(_ entry: Entry) {
    let begins = queue.withLock { queue in
      if queue.failure != nil { return false }
      if queue.pending.count < limit { queue.pending.append(entry) } else { queue.missing += 1 }
      defer { queue.isWriting = true }
      return !queue.isWriting
    }
    if begins { Task.detached { await self.write() } }
  }

  /// Returns when all so far is written.
  @MainActor func finish() async throws(RecordingError) {
    let gate = Gate()
    let isWriting = queue.withLock { queue in
      if queue.isWriting { queue.waiting.append(gate) }
      return queue.isWriting
    }
    if isWriting { await gate.pass() }
    if let failure = queue.withLock({ $0.failure }) { throw failure }
  }

  // MARK: - Off the main actor

  /// What the list has for the task that writes.
  private enum Work {
    case write([Entry], missing: Int)
    /// Nothing is left: the task ends.
    case end
  }

  @concurrent private func write() async {
    let encoder = JSONEncoder.ofRecordings
    while true {
      let (work, waiting) = take()
      if case .write(let entries, let missing) = work {
        do throws(RecordingError) {
          try write(entries, missing: missing, encoder)
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

  private func write(
    _ entries: [Entry], missing: Int, _ encoder: JSONEncoder
  ) throws(RecordingError) {
    var bytes: [UInt8] = []
    for entry in entries {
      do throws(RecordingError) {
        bytes += try line(entry, encoder).bytes
      } catch {
        // Those before it are good.
        try append(&bytes)
        throw error
      }
      if bytes.count >= Self.block { try append(&bytes) }
    }
    if missing > 0 { bytes += RecordingLine.gap(missing).bytes }
    try append(&bytes)
  }

  private func append(_ bytes: inout [UInt8]) throws(RecordingError) {
    do throws(FileFailure) {
      try file.append(bytes)
    } catch {
      throw RecordingError(.unwritable, "'\(path)' cannot be written: \(error.reason)")
    }
    bytes.removeAll(keepingCapacity: true)
  }

  private func line(
    _ entry: Entry, _ encoder: JSONEncoder
  ) throws(RecordingError) -> RecordingLine {
    do {
      switch entry {
      case .header(let state):
        let state = content.redactState(state)
        _ = changes(to: try StateDigest.withMembers(of: state).members)
        return try .header(
          program: content.program, version: content.version, state: state, encoder)
      case .step(let step):
        let (digest, members) = try StateDigest.withMembers(of: content.redactState(step.state))
        return try .action(
          step.number, at: step.time, from: step.source, content.redactAction(step.action),
          draws: step.draws, digest: digest, changed: changes(to: members), encoder)
      }
    } catch {
      throw RecordingError(.unencodable, "\(entry.name): \(RecordingError.reason(of: error))")
    }
  }

  /// The members whose digests are not those of the state before; none if there is only one.
  private func changes(to new: [String: StateDigest]) -> [String: StateDigest?] {
    if new.count == 1 { return [:] }
    return StateDigest.changes(from: members.withLock { exchange(&$0, with: new) }, to: new)
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

extension RecordingWriter.Entry {
  /// What it is called in an error.
  fileprivate var name: String {
    switch self {
    case .header: "the initial state cannot be recorded"
    case .step(let step): "step \(step.number), \(ValueLine.text(step.action)), cannot be recorded"
    }
  }
}
