import RatchetTesting

/// What operations of a program wait for and what they call; it knows who is not at rest.
@MainActor final class World {
  private struct Waiter {
    let ticket: Int
    let gate: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private var openGates: Set<Int> = []
  private var waiters: [Waiter] = []
  private var tickets = 0
  /// Operations that have not ended and do not wait.
  private var active = 0
  /// Those whose wait is over, which go on one at a time.
  ///
  /// Tasks that are resumed together do not run in the order in which they were resumed, not even
  /// on the main actor.
  private var ready: [Waiter] = []
  /// All that are ready go on at once, instead of one at a time: a test store decides who is first.
  private let goesOnTogether: Bool
  private var observers: [CheckedContinuation<Void, Never>] = []
  /// The operations that have started, in order.
  private(set) var started: [Int] = []
  /// All that happened, a line each.
  private(set) var trace: [String] = []
  private(set) var depth = 0
  private(set) var deepest = 0

  init(goesOnTogether: Bool = false) {
    self.goesOnTogether = goesOnTogether
  }

  // MARK: - What operations do

  func perform(_ operation: Operation, _ send: Send<Int>) async throws {
    MainActor.assertIsolated()
    started.append(operation.number)
    note("#\(operation.number) starts")
    active += 1
    defer {
      note("#\(operation.number) ends")
      rest()
    }
    for step in operation.steps {
      switch step {
      case .send(let action):
        note("#\(operation.number) sends \(action)")
        await send(action)
      case .wait(let gate): try await wait(for: gate, operation)
      case .fail: throw Failure()
      }
    }
  }

  struct Failure: Error {}

  private func wait(for gate: Int, _ operation: Operation) async throws {
    if openGates.contains(gate) { return }
    tickets += 1
    let ticket = tickets
    note("#\(operation.number) waits")
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.append(Waiter(ticket: ticket, gate: gate, continuation: continuation))
        rest()
        if operation.heedsCancellation, Task.isCancelled { release { $0.ticket == ticket } }
      }
    } onCancel: {
      guard operation.heedsCancellation else { return }
      MainActor.assumeIsolated { release { $0.ticket == ticket } }
    }
    note("#\(operation.number) goes on")
    if operation.heedsCancellation { try Task.checkCancellation() }
  }

  private func release(where isMeant: (Waiter) -> Bool) {
    ready += waiters.filter(isMeant)
    waiters.removeAll(where: isMeant)
    continueEffects()
  }

  private func rest() {
    active -= 1
    continueEffects()
  }

  private func continueEffects() {
    guard active == 0 || goesOnTogether else { return }
    while goesOnTogether, !ready.isEmpty { ready.removeFirst().continuation.resume() }
    if !ready.isEmpty {
      active += 1
      return ready.removeFirst().continuation.resume()
    }
    let resting = observers
    observers = []
    for observer in resting { observer.resume() }
  }

  // MARK: - What tests do

  func open(gate: Int) {
    note("gate \(gate) opens")
    openGates.insert(gate)
    release { $0.gate == gate }
  }

  /// Returns when every operation has ended or waits for a gate.
  func comesToRest() async {
    while active > 0 || !ready.isEmpty { await withCheckedContinuation { observers.append($0) } }
  }

  // MARK: - What reducers do

  func reduces(_ action: Int, _ body: () -> Void) {
    MainActor.assertIsolated()
    note("reduce \(action)")
    depth += 1
    deepest = max(deepest, depth)
    body()
    depth -= 1
  }

  private func note(_ line: String) {
    trace.append(line)
  }
}
