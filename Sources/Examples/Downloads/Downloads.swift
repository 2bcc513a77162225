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
    var room = Downloads.limit - rows.count { $0.phase == .running }
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
    /// The attempts that were interrupted, since it was last begun by hand.
    var interruptions = 0

    var id: String { source.name }
  }

  /// The phase of the download; the list decides which waiting ones may run.
  enum Phase: Codable, Equatable, Sendable {
    /// To `running` when there is room, to `paused`.
    case waiting
    /// To all others except `waiting`.
    case running
    /// Interrupted, to be tried again after so many seconds, in which it takes no one's place. To
    /// `waiting`, to `paused`.
    case retrying(DownloadError, seconds: Int)
    /// The partial file is kept. To `waiting`.
    case paused
    /// The last phase.
    case finished
    /// The last phase of a file that did not have to be downloaded.
    case present
    /// Given up; the partial file is kept. To `waiting`.
    case failed(DownloadError)
  }

  /// How much of the file has been received.
  struct Progress: Codable, Equatable, Sendable {
    var received = 0
    /// Nil if the server does not report it.
    var total: Int?
    /// In bytes a second, since the server was asked; nil at first.
    var speed: Int?

    /// The seconds that the rest takes at this speed; nil if that is unknown.
    var secondsLeft: Int? {
      guard let total, let speed, speed > 0 else { return nil }
      return max(0, total - received) / speed
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case progressed(Progress)
    case finished
    /// A file of this name is there already.
    case found(size: Int)
    case failed(DownloadError)
    /// A second of the time before the next attempt has passed.
    case secondPassed
  }

  /// The seconds before each further attempt.
  static let delays = [1, 2, 4, 8, 16, 30, 30, 30]

  @Dependency(DownloadClient.self) var client
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .progressed(let progress): state.progress = progress
      case .finished: state.phase = .finished
      case .found(let size):
        state.progress = Progress(received: size, total: size)
        state.phase = .present
      case .failed(let error): state.fail(error)
      case .secondPassed: state.countDown()
      }
      return .none
    }
    .subscription(id: { $0.phase == .running ? $0.source : nil }, fetch)
    .subscription(while: \.phase.isRetrying) {
      .run(name: "retry") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
      }
    }
  }

  private func fetch(_ source: Source) -> Effect<Action> {
    .run(name: source.name) { [client] send in
      try await client.fetch(source) { await send(.progressed($0)) }
      await send(.finished)
    } catch: { error, send in
      let file = error as? PresentFile
      await send(file.map { .found(size: $0.size) } ?? .failed(DownloadError(error)))
    }
  }
}

extension Download.State {
  /// Gives up, or lets time pass before another attempt.
  fileprivate mutating func fail(_ error: DownloadError) {
    guard error.isPassing, interruptions < Download.delays.count else {
      phase = .failed(error)
      return
    }
    phase = .retrying(error, seconds: Download.delays[interruptions])
    interruptions += 1
  }

  fileprivate mutating func countDown() {
    guard case .retrying(let error, let seconds) = phase else { return }
    phase = seconds > 1 ? .retrying(error, seconds: seconds - 1) : .waiting
  }
}

extension Download.State {
  fileprivate mutating func setPaused(_ isPaused: Bool) {
    if isPaused, phase.isUnderWay { phase = .paused }
    guard !isPaused, phase.canResume else { return }
    phase = .waiting
    interruptions = 0
  }
}

extension Download.Phase {
  var isRetrying: Bool { if case .retrying = self { true } else { false } }

  /// Whether there is something to pause.
  var isUnderWay: Bool { self == .running || self == .waiting || isRetrying }

  fileprivate var canResume: Bool {
    if case .failed = self { true } else { self == .paused }
  }
}

/// The URL of a file and its local name.
struct Source: Codable, Hashable, Sendable {
  let url: URL
  let name: String
}
