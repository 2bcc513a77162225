/// One effect in flight, whatever its action is.
@MainActor package protocol InFlightEffect: AnyObject, Sendable {
  var node: Ledger.Node { get }
  var cascade: Cascade { get }
  var name: String? { get }
  var priority: TaskPriority? { get }
  var origin: SourceOrigin? { get }
  var startedBy: String { get }

  /// Begins the effect's work.
  func start()
  /// Ends the connection to the store: from now on nothing that the effect sends is reduced.
  func disconnect(as phase: EffectPhase)
  /// Cancels the effect's task.
  func cancelTask()
}

/// How far an effect has come.
package enum EffectPhase {
  /// May send. Becomes `finished` when its operation returns, `cancelled` when cancelled before.
  case live
  /// Its operation has returned: it should not send any more.
  case finished
  /// It was cancelled, or its store is gone: what it sends is dropped.
  case cancelled
}

/// One effect in flight: connects its operation with the store.
@MainActor package final class RunningEffect<Action: Sendable>: InFlightEffect {
  package enum Work {
    case send(Action)
    case run(Effect<Action>.Run)
  }

  package let node: Ledger.Node
  package let cascade: Cascade
  package let work: Work
  package let cause: Action
  package private(set) var phase = EffectPhase.live
  private var receiver: (any ActionReceiver<Action>)?
  private let inFlight: InFlight
  private var task: Task<Void, Never>?

  init(
    node: Ledger.Node, cascade: Cascade, work: Work, cause: Action,
    receiver: any ActionReceiver<Action>, inFlight: InFlight
  ) {
    self.node = node
    self.cascade = cascade
    self.work = work
    self.cause = cause
    self.receiver = receiver
    self.inFlight = inFlight
  }

  package func start() {
    switch work {
    case .send(let action):
      if case .done = deliver(action) { inFlight.ended(self) }
    case .run(let run):
      let task = receiver?.startTask(of: self) { await self.perform(run) }
      if phase == .live { self.task = task }
      if phase == .cancelled { task?.cancel() }
    }
  }

  package func deliver(_ action: Action) -> Delivery {
    switch phase {
    case .live:
      return receiver?.receive(action, from: self) ?? .done
    case .cancelled:
      inFlight.noteDropped()
      return .done
    case .finished:
      reportSendAfterEnd(action)
      return .done
    }
  }

  package func disconnect(as phase: EffectPhase) {
    self.phase = phase
    if phase == .cancelled { receiver?.disconnected(self) }
    receiver = nil
    if phase == .finished { task = nil }
  }

  package func cancelTask() {
    task?.cancel()
    task = nil
  }

  private func perform(_ run: Effect<Action>.Run) async {
    let send = Send<Action> { action in self.deliver(action) }
    do {
      try await run.operation(send)
    } catch is CancellationError {
    } catch {
      if let handler = run.handler {
        await handler(error, send)
      } else if phase == .live {
        reportThrown(error, by: run)
      }
    }
    inFlight.ended(self)
  }
}
