import RatchetTesting

/// What the subscriptions of a random program have done.
@MainActor final class PlotWorld {
  private struct Subscriber {
    let send: Send<PlotAction>
    var isStopped = false
  }

  /// Whether subscriptions tick each second instead of sending when they are asked to.
  private let areTicking: Bool
  private var subscribers: [Subscriber] = []
  /// The numbers of the subscriptions of which an action was reduced.
  private(set) var heard: [Int] = []

  init(areTicking: Bool) {
    self.areTicking = areTicking
  }

  /// The numbers of those that run.
  var running: [Int] { subscribers.indices.filter { !subscribers[$0].isStopped } }

  /// Whether an effect of this name ends at once.
  nonisolated static func isShort(_ name: String) -> Bool { name.hasSuffix("2") }

  nonisolated func subscription(_ name: String) -> Effect<PlotAction> {
    .run(name: name) { [self] send in
      if Self.isShort(name) { return }
      let number = subscribers.count
      subscribers.append(Subscriber(send: send))
      try await withTaskCancellationHandler {
        try await run(number, send)
      } onCancel: {
        MainActor.assumeIsolated { subscribers[number].isStopped = true }
      }
    }
  }

  private func run(_ number: Int, _ send: Send<PlotAction>) async throws {
    @Dependency(\.continuousClock) var clock
    if !areTicking { return await untilCancelled() }
    while true {
      try await clock.sleep(for: .seconds(1))
      await send(.heard(number))
    }
  }

  nonisolated func reduce(_ state: inout some PlotState, _ action: PlotAction) {
    switch action {
    case .edit(let seed, let callsAll):
      if callsAll { MainActor.assumeIsolated { callAll() } }
      state.edit(seed: seed)
    case .heard(let number): MainActor.assumeIsolated { heard.append(number) }
    }
  }

  /// Lets all send that ever ran, and returns the numbers of those that were heard.
  func heardNow() -> [Int] {
    heard = []
    callAll()
    return takeHeard()
  }

  func takeHeard() -> [Int] {
    defer { heard = [] }
    return heard
  }

  private func callAll() {
    for (number, subscriber) in subscribers.enumerated() {
      _ = Task.immediate { await subscriber.send(.heard(number)) }
    }
  }
}

/// What should run after each action.
struct PlotModel {
  private(set) var known: [String]
  /// In the order in which they started.
  var running: [String] { known.filter { !PlotWorld.isShort($0) } }

  init(_ state: some PlotState) {
    known = state.declared(at: "")
  }

  mutating func update(_ state: some PlotState) {
    let declared = state.declared(at: "")
    known.removeAll { !declared.contains($0) }
    known += declared.filter { !known.contains($0) }
  }
}
