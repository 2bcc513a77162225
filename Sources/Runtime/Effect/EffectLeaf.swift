/// A single unit of an effect's work, with the action type erased: a `SendLeaf` or a `RunLeaf`.
///
/// A class rather than a protocol, so that a call needs no witness, which is one more frame in the
/// task of an effect, and a reference to a leaf is one word.
///
/// `@unchecked Sendable` is sound: its properties, here and in the subclasses, are Sendable
/// constants.
package class EffectLeaf: @unchecked Sendable {
  package final let name: String?
  /// The raw value of a priority; a `TaskPriority` is resilient and slow to copy.
  final let rawPriority: UInt8?
  /// Where the effect was made; `nil` if it only sends one action.
  package final let origin: SourceOrigin?

  init(name: String? = nil, rawPriority: UInt8? = nil, origin: SourceOrigin? = nil) {
    self.name = name
    self.rawPriority = rawPriority
    self.origin = origin
  }

  /// Whether the work is to send one action.
  final var isSend: Bool { origin == nil }

  /// The action that it sends, for failure messages.
  var sentAction: (any Sendable)? { nil }

  /// Does the work of a leaf that needs a task, in that task.
  @MainActor package func run(_ effect: RunningEffect) async {}

  /// Sends the action of a leaf that only sends one.
  @MainActor func deliver(to effect: RunningEffect) -> (any DeliverySignal)? { nil }
}

extension Effect {
  /// Sends one action.
  final class SendLeaf: EffectLeaf, @unchecked Sendable {
    let action: Action

    override var sentAction: (any Sendable)? { action }

    init(_ action: Action) {
      self.action = action
      super.init()
    }

    override func deliver(to effect: RunningEffect) -> (any DeliverySignal)? {
      effect.deliver(action)
    }
  }

  /// Runs an operation in a task.
  final class RunLeaf: EffectLeaf, @unchecked Sendable {
    typealias Operation = @MainActor @Sendable (Send<Action>) async throws -> Void
    typealias Handler =
      @MainActor @Sendable (any Error, Send<Action>) async -> Void

    let operation: Operation
    let handler: Handler?

    init(
      name: String?, rawPriority: UInt8?, origin: SourceOrigin?,
      operation: @escaping Operation, handler: Handler?
    ) {
      self.operation = operation
      self.handler = handler
      super.init(name: name, rawPriority: rawPriority, origin: origin)
    }

    @MainActor override func run(_ effect: RunningEffect) async {
      let send = Send<Action>(effect)
      do {
        if let around = AroundEffectKey.current {
          try await effect.run(inside: around) { [operation] in try await operation(send) }
        } else {
          try await operation(send)
        }
      } catch {
        if effect.recordFailure(error) {
          if let handler {
            await handler(error, send)
          } else {
            effect.reportUnhandled(error)
          }
        }
      }
      effect.end()
    }
  }
}
