/// A single piece of work of an effect, whatever its actions are; always an ``Effect/Leaf``.
package protocol EffectLeaf: AnyObject, Sendable {
  var name: String? { get }
  var priority: TaskPriority? { get }
  /// Where the effect was made; `nil` if it only sends one action.
  var origin: SourceOrigin? { get }
  /// Whether the work is to send one action.
  var isSend: Bool { get }

  /// Begins the work.
  @MainActor func start(_ effect: RunningEffect)
}

extension Effect {
  /// A single piece of work.
  package final class Leaf: EffectLeaf {
    /// What is to be done.
    enum Work: Sendable {
      case send(Action)
      case run(Operation, catch: Handler?)
    }

    typealias Operation = @MainActor @Sendable (Send<Action>) async throws -> Void
    typealias Handler = @MainActor @Sendable (any Error, Send<Action>) async -> Void

    package let name: String?
    package let priority: TaskPriority?
    package let origin: SourceOrigin?
    let work: Work

    package var isSend: Bool {
      if case .send = work { true } else { false }
    }

    init(
      _ work: Work, name: String? = nil, priority: TaskPriority? = nil,
      origin: SourceOrigin? = nil
    ) {
      self.name = name
      self.priority = priority
      self.origin = origin
      self.work = work
    }

    package func start(_ effect: RunningEffect) {
      switch work {
      case .send(let action):
        if effect.deliver(action) == nil { effect.end() }
      case .run(let operation, let handler):
        let send = Send<Action> { action in effect.deliver(action) }
        effect.startTask {
          do {
            try await operation(send)
          } catch is CancellationError {
          } catch {
            await effect.handle(error, send, handler)
          }
          effect.end()
        }
      }
    }

    func map<Other: Sendable>(
      _ transform: @escaping @Sendable (Action) -> Other
    ) -> Effect<Other>.Leaf {
      Effect<Other>.Leaf(
        mapWork(transform), name: name, priority: priority, origin: origin)
    }

    private func mapWork<Other: Sendable>(
      _ transform: @escaping @Sendable (Action) -> Other
    ) -> Effect<Other>.Leaf.Work {
      switch work {
      case .send(let action):
        return .send(transform(action))
      case .run(let operation, nil):
        return .run({ send in try await operation(send.map(transform)) }, catch: nil)
      case .run(let operation, let handler?):
        return .run(
          { send in try await operation(send.map(transform)) },
          catch: { error, send in await handler(error, send.map(transform)) })
      }
    }
  }
}
