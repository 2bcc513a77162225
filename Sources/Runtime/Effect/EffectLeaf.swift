/// A function that wraps the operation of an effect: it gets the effect's name and calls the
/// operation.
package typealias OperationWrapper =
  @MainActor @Sendable (
    _ name: String?, _ operation: @MainActor () async throws -> Void
  ) async throws -> Void

/// A single unit of an effect's work, with the action type erased: a `SendLeaf` or a `RunLeaf`.
package protocol EffectLeaf: AnyObject, Sendable {
  var name: String? { get }
  /// The raw value of a priority; a `TaskPriority` is resilient and slow to copy.
  var rawPriority: UInt8? { get }
  /// Where the effect was made; `nil` if it only sends one action.
  var origin: SourceOrigin? { get }
  /// Whether the work is to send one action.
  var isSend: Bool { get }
  /// The action that it sends, for failure messages.
  var sentAction: (any Sendable)? { get }

  /// How many nested functions map its actions.
  var maps: Int { get }

  /// The same work, with each action that it sends transformed.
  func mapped<B: Sendable>(_ transform: @escaping @Sendable (any Sendable) -> B) -> any EffectLeaf

  /// The same work with functions around its operation, innermost first.
  func wrapped(by wrappers: [OperationWrapper]) -> any EffectLeaf

  /// Begins the work.
  @MainActor func start(_ effect: RunningEffect)

  /// Does the work of a leaf that needs a task.
  ///
  /// A method rather than a closure: each function between the task and the operation costs an
  /// allocation or two.
  @MainActor func run(_ effect: RunningEffect) async

  /// Sends the action of a leaf that only sends one.
  @MainActor func deliver(to effect: RunningEffect) -> (any DeliverySignal)?
}

extension EffectLeaf {
  var sentAction: (any Sendable)? { nil }
  var maps: Int { 0 }

  /// Work that sends no actions stays as it is.
  func mapped<B: Sendable>(
    _ transform: @escaping @Sendable (any Sendable) -> B
  ) -> any EffectLeaf { self }

  /// Work without an operation stays as it is.
  func wrapped(by wrappers: [OperationWrapper]) -> any EffectLeaf { self }

  @MainActor func run(_ effect: RunningEffect) async {}

  @MainActor func deliver(to effect: RunningEffect) -> (any DeliverySignal)? { nil }
}

extension Effect {
  /// Sends one action.
  @usableFromInline final class SendLeaf: EffectLeaf {
    let action: Action

    var name: String? { nil }
    var rawPriority: UInt8? { nil }
    var origin: SourceOrigin? { nil }
    var isSend: Bool { true }
    var sentAction: (any Sendable)? { action }

    @usableFromInline init(_ action: Action) {
      self.action = action
    }

    func start(_ effect: RunningEffect) {
      if deliver(to: effect) == nil { effect.end() }
    }

    func deliver(to effect: RunningEffect) -> (any DeliverySignal)? {
      effect.deliver(action)
    }

    func mapped<B: Sendable>(
      _ transform: @escaping @Sendable (any Sendable) -> B
    ) -> any EffectLeaf {
      Effect.map(self) { transform($0) }
    }
  }

  /// Runs an operation in a task.
  @usableFromInline final class RunLeaf: EffectLeaf {
    @usableFromInline typealias Operation = @MainActor @Sendable (Send<Action>) async throws -> Void
    @usableFromInline typealias Handler =
      @MainActor @Sendable (any Error, Send<Action>) async -> Void

    let name: String?
    let rawPriority: UInt8?
    private let rawMaps: UInt8
    let origin: SourceOrigin?
    let operation: Operation
    let handler: Handler?
    /// The functions around the operation, innermost first; an array, so that releasing any number
    /// of them does not recurse.
    private let wrappers: [OperationWrapper]

    var isSend: Bool { false }
    var maps: Int { Int(rawMaps) }

    @usableFromInline init(
      name: String?, rawPriority: UInt8?, origin: SourceOrigin?,
      operation: @escaping Operation, handler: Handler?
    ) {
      self.name = name
      self.rawPriority = rawPriority
      rawMaps = 0
      self.origin = origin
      self.operation = operation
      self.handler = handler
      wrappers = []
    }

    /// Makes a leaf from the mapped operation and handler of another.
    init<Other: Sendable>(
      mapping leaf: Effect<Other>.RunLeaf, operation: @escaping Operation, handler: Handler?
    ) {
      name = leaf.name
      rawPriority = leaf.rawPriority
      rawMaps = leaf.rawMaps &+ 1
      origin = leaf.origin
      self.operation = operation
      self.handler = handler
      wrappers = leaf.wrappers
    }

    private init(_ leaf: RunLeaf, inside wrappers: [OperationWrapper]) {
      name = leaf.name
      rawPriority = leaf.rawPriority
      rawMaps = leaf.rawMaps
      origin = leaf.origin
      operation = leaf.operation
      handler = leaf.handler
      self.wrappers = leaf.wrappers + wrappers
    }

    func wrapped(by wrappers: [OperationWrapper]) -> any EffectLeaf {
      RunLeaf(self, inside: wrappers)
    }

    func mapped<B: Sendable>(
      _ transform: @escaping @Sendable (any Sendable) -> B
    ) -> any EffectLeaf {
      Effect.map(self) { transform($0) }
    }

    func start(_ effect: RunningEffect) {
      effect.startTask(self)
    }

    func run(_ effect: RunningEffect) async {
      let send = Send<Action> { action in effect.deliver(action) }
      do {
        if let around = AroundEffectKey.current {
          try await effect.run(inside: around) { [self] in
            try await runOperation(send, inside: wrappers.count)
          }
        } else if wrappers.isEmpty {
          try await operation(send)
        } else {
          try await runOperation(send, inside: wrappers.count)
        }
      } catch is CancellationError {
      } catch {
        effect.recordFailure(error)
        if let handler {
          await handler(error, send)
        } else {
          effect.reportUnhandled(error)
        }
      }
      effect.end()
    }

    /// Runs the operation inside the innermost `count` of its wrappers.
    @MainActor private func runOperation(_ send: Send<Action>, inside count: Int) async throws {
      if count == 0 { return try await operation(send) }
      try await wrappers[count - 1](name) { try await runOperation(send, inside: count - 1) }
    }
  }
}
