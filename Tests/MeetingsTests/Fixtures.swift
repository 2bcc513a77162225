import Console
import Foundation
import RatchetTesting

@testable import meetings

extension Plan {
  /// A minute, of which each of two has 30 seconds.
  static let standup = Plan(id: UUID(1), title: "Standup", minutes: 1, attendees: ["Ada", "Bo"])
  static let planning = Plan(id: UUID(2), title: "Planning", minutes: 10, attendees: ["Cy"])

  func adding(_ records: Int...) -> Plan {
    var plan = self
    plan.records = records.map { Record(date: .now, seconds: $0) }
    return plan
  }
}

extension Date {
  static let now = Date(timeIntervalSince1970: 1_000_000)
}

extension UUID {
  init(_ number: UInt8) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}

extension TestStore<Meetings.State, Meetings.Action> {
  /// What the storage keeps.
  var kept: IdentifiedArrayOf<Plan>? { dependencies.sharedStorage.value(of: .plans) }

  /// Whether a meeting goes on, and is not paused.
  var hasTimer: Bool { inFlight.contains { $0.name == "timer" } }
}

extension Meeting.State {
  /// Of the standup, `elapsed` seconds after it began, without a skipped second.
  static func standup(
    elapsed: Int = 0, speaker: Int = 0, spoken: Int? = nil, isAlertShown: Bool = false,
    hasEnded: Bool = false
  ) -> Meeting.State {
    Meeting.State(
      planID: Plan.standup.id, elapsed: elapsed, speaker: speaker,
      spoken: spoken ?? elapsed - 30 * speaker, isAlertShown: isAlertShown, hasEnded: hasEnded)
  }
}

@MainActor func makeStore(
  _ state: Meetings.State = Meetings.State(plans: [.standup, .planning])
) -> TestStoreOf<Meetings> {
  TestStore(initialState: state) {
    Meetings()
  } withDependencies: {
    $0.uuid = .constant(UUID(9))
    $0.date = .constant(.now)
  }
}
