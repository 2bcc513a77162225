import Foundation
import Ratchet

/// A list of downloads, a few of which run at a time.
struct Downloads: Reducer {
  struct State: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Download.State>
    /// The position of the row that keys apply to.
    var selection = 0

    /// Makes the list and starts the first downloads.
    init(_ sources: [Source]) {
      rows = IdentifiedArrayOf(sources.map { Download.State(source: $0) })
      startWaiting()
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case selectionMoved(by: Int)
    /// Pauses or resumes the selected row.
    case toggled
    /// Pauses all rows, or resumes them if there is none to pause.
    case allToggled
    case row(id: Download.State.ID, action: Download.Action)
    /// The program is about to end: nothing may stay in flight.
    case quit
  }

  /// The most downloads that run at the same time.
  static let limit = 3

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .selectionMoved(let step):
        state.selection = max(0, min(state.selection + step, state.rows.count - 1))
      case .toggled:
        if let row = state.selectedRow { state.setPaused(row.phase.isUnderWay, [row.id]) }
      case .allToggled:
        let underWay = state.rows.filter { $0.phase.isUnderWay }.map(\.id)
        state.setPaused(!underWay.isEmpty, underWay.isEmpty ? Array(state.rows.ids) : underWay)
      case .quit:
        state.setPaused(true, Array(state.rows.ids))
      case .row:
        break
      }
      // Whatever has happened, a row that has ended makes room for the next one.
      state.startWaiting()
      return .none
    }
    .forEach(\.rows, action: Action.row) { Download() }
  }
}

extension Downloads.State {
  var selectedRow: Download.State? {
    rows.indices.contains(selection) ? rows[selection] : nil
  }

  fileprivate mutating func setPaused(_ isPaused: Bool, _ ids: [Download.State.ID]) {
    for id in ids { rows[id: id]?.setPaused(isPaused) }
  }

  /// Starts waiting rows, in order, as far as the limit allows.
  fileprivate mutating func startWaiting() {
    var room = Downloads.limit - rows.count { $0.phase.isActive }
    for id in rows.ids where room > 0 && rows[id: id]?.phase == .waiting {
      rows[id: id]?.phase = .running
      room -= 1
    }
  }
}

/// The download of one file, whose effect runs while its phase requires it.
struct Download: Reducer {
  struct State: Codable, Equatable, Identifiable, Sendable {
    let source: Source
    var phase: Phase = .waiting
    var progress = Progress()

    var id: String { source.name }
  }

  /// The phase of the download; the list decides which waiting ones may run.
  enum Phase: Codable, Equatable, Sendable {
    /// To `running` when there is room, to `paused`.
    case waiting
    /// To all others except `waiting`.
    case running
    /// Interrupted, to be retried after a while. To all others except `waiting`.
    case retrying(DownloadError)
    /// The partial file is kept. To `waiting`.
    case paused
    /// The last phase.
    case finished
    /// Given up; the partial file is kept. To `waiting`.
    case failed(DownloadError)
  }

  /// How much of the file has been received.
  struct Progress: Codable, Equatable, Sendable {
    var received = 0
    /// Nil if the server does not report it.
    var total: Int?
  }

  enum Action: Codable, Equatable, Sendable {
    case progressed(Progress)
    case interrupted(DownloadError)
    case finished
    case failed(DownloadError)
  }

  /// The number of retries across all interruptions.
  static let retries = RetryPolicy.times(
    8, backoff: .exponential(from: .seconds(1), upTo: .seconds(30)))

  @Dependency(DownloadClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .progressed(let progress):
        state.progress = progress
        state.phase = .running
      case .interrupted(let error): state.phase = .retrying(error)
      case .finished: state.phase = .finished
      case .failed(let error): state.phase = .failed(error)
      }
      return .none
    }
    .subscription(id: { $0.phase.isActive ? $0.source : nil }, fetch)
  }

  private func fetch(_ source: Source) -> Effect<Action> {
    .run(name: source.name) { [client] send in
      try await withRetries(Self.retries, if: { DownloadError($0).isPassing }) {
        do {
          try await client.fetch(source) { await send(.progressed($0)) }
        } catch let error where DownloadError(error).isPassing {
          await send(.interrupted(DownloadError(error)))
          throw error
        }
      }
      await send(.finished)
    } catch: { error, send in
      await send(.failed(DownloadError(error)))
    }
  }
}

extension Download.State {
  fileprivate mutating func setPaused(_ isPaused: Bool) {
    if isPaused, phase.isUnderWay { phase = .paused }
    if !isPaused, phase.canResume { phase = .waiting }
  }
}

extension Download.Phase {
  /// Whether the effect runs.
  var isActive: Bool {
    switch self {
    case .running, .retrying: true
    case .waiting, .paused, .finished, .failed: false
    }
  }

  /// Whether there is something to pause.
  var isUnderWay: Bool { isActive || self == .waiting }

  fileprivate var canResume: Bool {
    if case .failed = self { true } else { self == .paused }
  }
}

/// The URL of a file and its local name.
struct Source: Codable, Hashable, Sendable {
  let url: URL
  let name: String
}
