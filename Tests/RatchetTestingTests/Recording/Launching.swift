import RatchetTesting
import TestSupport

/// A feature whose state and actions hide members, have their own initializers, and use types of
/// another module.
struct Launching: Reducer {
  struct State: Codable, Equatable {
    private var launches = 0
    var jobs: [Job] = []
    var current: Job?
    var ending: Program.Ending?

    init(current: Job?) { self.current = current }
  }

  struct Job: Codable, Equatable {
    let name: String
    private let length: Int

    init(_ name: String) {
      self.name = name
      length = name.count
    }
  }

  enum Action: Codable, Equatable {
    case launched(Job)
    case ended(Program.Ending)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .launched(let job):
      state.jobs.append(job)
      state.current = job
      return .run(name: "launch") { send in await send(.ended(.exited(7))) }
    case .ended(let ending):
      state.current = nil
      state.ending = ending
      return .none
    }
  }
}
