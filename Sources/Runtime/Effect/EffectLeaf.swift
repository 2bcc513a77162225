/// A single piece of work of an effect, whatever its actions are: a `SendLeaf` or a `RunLeaf`.
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
  /// Sends one action.
  final class SendLeaf: EffectLeaf {
    let action: Action

    var name: String? { nil }
    var priority: TaskPriority? { nil }
    var origin: SourceOrigin? { nil }
    var isSend: Bool { true }

    init(_ action: Action) {
      self.action = action
    }

    func start(_ effect: RunningEffect) {
      if effect.deliver(action) == nil { effect.end() }
    }
  }

  /// Runs an operation in a task.
  final class RunLeaf: EffectLeaf {
    typealias Operation = @MainActor @Sendable (Send<Action>) async throws -> Void
    typealias Handler = @MainActor @Sendable (any Error, Send<Action>) async -> Void

    let name: String?
    /// The raw value: a `TaskPriority` is laid out by the standard library, and slow to copy.
    private let rawPriority: UInt8?
    let origin: SourceOrigin?
    let operation: Operation
    let handler: Handler?

    var priority: TaskPriority? { rawPriority.map(TaskPriority.init(rawValue:)) }
    var isSend: Bool { false }

    init(
      name: String?, priority: TaskPriority?, origin: SourceOrigin?,
      operation: @escaping Operation, handler: Handler?
    ) {
      self.name = name
      rawPriority = priority?.rawValue
      self.origin = origin
      self.operation = operation
      self.handler = handler
    }

    func start(_ effect: RunningEffect) {
      let send = Send<Action> { action in effect.deliver(action) }
      effect.startTask { [operation, handler] in
        do {
          try await operation(send)
        } catch is CancellationError {
        } catch {
          if let handler {
            await handler(error, send)
          } else {
            effect.ignore(error)
          }
        }
        effect.end()
      }
    }
  }
}
