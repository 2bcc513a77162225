/// One unit of an effect's work: a `RunLeaf` runs an operation, a `SendLeaf` sends one action, a
/// `WaitLeaf` waits until a delayed effect may start.
///
/// These are the leaves of an `EffectTree`, which a reducer returns. Used by `RunningEffect`, which
/// stands for one leaf in flight and calls it when the store starts the effect. The type of the
/// action is erased, because the code that runs effects is not generic.
///
/// A class instead of a protocol: a call through a protocol would add a frame, the witness's, to
/// the task of each effect, and a reference to an object is one word.
///
/// `@unchecked Sendable` is sound: all properties, here and in the subclasses, are constants of
/// Sendable types.
package class EffectLeaf: @unchecked Sendable {
  /// What the work is.
  package enum Kind: String, Sendable {
    case send, run
    /// The wait before a debounced or a throttled effect.
    case debounce, throttle
    /// An operation of the library, which listens for changes of a shared value.
    case listen
  }

  package final let kind: Kind
  package final let name: String?
  /// The raw value of the task's priority: a `TaskPriority` is a resilient type, slow to copy.
  final let rawPriority: UInt8?
  /// Where the effect was made; `nil` if it only sends one action.
  package final let origin: SourceOrigin?

  init(_ kind: Kind, name: String? = nil, rawPriority: UInt8? = nil, origin: SourceOrigin? = nil) {
    self.kind = kind
    self.name = name
    self.rawPriority = rawPriority
    self.origin = origin
  }

  /// The action of a leaf that only sends one, for tests and failure messages.
  var sentAction: (any Sendable)? { nil }

  /// Does the work of a leaf that needs a task; called in that task.
  @MainActor package func run(_ effect: RunningEffect) async {}

  /// Sends the action of a leaf that only sends one; returns a signal to await if the action is not
  /// reduced at once.
  @MainActor func deliver(to effect: RunningEffect) -> (any DeliverySignal)? { nil }
}

extension Effect {
  /// An effect with which the library listens for changes of the shared key named `key`.
  ///
  /// A test store does not list it among the effects in flight, because no test waits for it.
  static func listen(
    to key: String, at origin: SourceOrigin, operation: @escaping RunLeaf.Operation
  ) -> Self {
    let leaf = RunLeaf(
      .listen, name: "shared.\(key)", rawPriority: nil, origin: origin, operation: operation,
      handler: nil)
    return Self(.leaf(leaf))
  }

  /// Sends one action.
  final class SendLeaf: EffectLeaf, @unchecked Sendable {
    let action: Action

    override var sentAction: (any Sendable)? { action }

    init(_ action: Action) {
      self.action = action
      super.init(.send)
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
      _ kind: Kind = .run, name: String?, rawPriority: UInt8?, origin: SourceOrigin?,
      operation: @escaping Operation, handler: Handler?
    ) {
      self.operation = operation
      self.handler = handler
      super.init(kind, name: name, rawPriority: rawPriority, origin: origin)
    }

    /// Runs the operation, inside the function of `aroundEffect` if there is one; then ends the
    /// effect.
    ///
    /// An error, except that of a cancellation, goes to the handler or, without one, is reported.
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
