import Foundation
import RatchetTesting

/// A recorder of meetings: a list of planned meetings, a form for them, the detail of each with its
/// records, and a recording that gives each attendee the same time.
enum Meetings {
  /// A meeting that is held again and again.
  struct Plan: Identifiable, Equatable, Sendable {
    let id: UUID
    var title = ""
    var minutes = 5
    var attendees: IdentifiedArrayOf<Attendee> = []
    var records: IdentifiedArrayOf<Record> = []

    var secondsForEach: Int { minutes * 60 / max(1, attendees.count) }
  }

  struct Attendee: Identifiable, Equatable, Sendable {
    let id: UUID
    var name = ""
  }

  /// What was said in a meeting.
  struct Record: Identifiable, Equatable, Sendable {
    let id: UUID
    let date: Date
    let transcript: String
  }

  /// Turns speech into text.
  struct SpeechClient: Sendable {
    var isAuthorized: @Sendable () async -> Bool
    /// The whole text so far, again and again.
    var transcribe: @Sendable () -> AsyncThrowingStream<String, any Error>
  }

  /// Keeps the plans.
  struct PlanStorage: Sendable {
    var save: @Sendable (IdentifiedArrayOf<Plan>) async -> Void
  }
}

extension DependencyValues {
  var speech: Meetings.SpeechClient {
    get { self[SpeechKey.self] }
    set { self[SpeechKey.self] = newValue }
  }

  var planStorage: Meetings.PlanStorage {
    get { self[PlanStorageKey.self] }
    set { self[PlanStorageKey.self] = newValue }
  }
}

/// Nobody says anything.
private enum SpeechKey: DependencyKey {
  static var liveValue: Meetings.SpeechClient {
    Meetings.SpeechClient(
      isAuthorized: { true }, transcribe: { AsyncThrowingStream { $0.finish() } })
  }
  static var testValue: Meetings.SpeechClient { liveValue }
}

private enum PlanStorageKey: DependencyKey {
  static var liveValue: Meetings.PlanStorage { Meetings.PlanStorage { _ in } }
  static var testValue: Meetings.PlanStorage { liveValue }
}

extension Meetings.Plan {
  /// A minute, of which two attendees have 30 seconds each.
  static let retrospective = Self(
    id: UUID(100), title: "Retrospective", minutes: 1,
    attendees: [
      Meetings.Attendee(id: UUID(101), name: "Ada"), Meetings.Attendee(id: UUID(102), name: "Bo"),
    ])

  static let planning = Self(
    id: UUID(200), title: "Planning", attendees: [Meetings.Attendee(id: UUID(201), name: "Cy")])
}
