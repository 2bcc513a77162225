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

/// What was saved, in order.
@MainActor final class Saves {
  private(set) var values: [IdentifiedArrayOf<Plan>] = []

  func append(_ plans: IdentifiedArrayOf<Plan>) {
    values.append(plans)
  }
}

@MainActor func makeStore(
  _ state: Meetings.State = Meetings.State(plans: [.standup, .planning]), saves: Saves = Saves(),
  schedule: Schedule = .inOrder
) -> TestStoreOf<Meetings> {
  TestStore(initialState: state, schedule: schedule) {
    Meetings()
  } withDependencies: {
    $0.uuid = .constant(UUID(9))
    $0.date = .constant(.now)
    $0[StorageClient.self].save = { await saves.append($0) }
  }
}
