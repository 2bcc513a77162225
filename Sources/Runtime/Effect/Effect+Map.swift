import RatchetDependencies

extension Effect {
  /// This effect with each action that it sends transformed.
  ///
  /// ```swift
  /// return document.open(file).map(Action.document)
  /// ```
  ///
  /// Keeps names, source positions and cancel ids. Takes constant time, whatever the effect is made
  /// of.
  ///
  /// - Parameter transform: Called for each action when it is sent; for that of an `Effect.send`,
  ///   when this method is called or the effect is returned to the store.
  /// - Returns: The effect that sends the transformed actions.
  public func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B> {
    switch tree {
    case .none, .cancel, .absent: return Effect<B>(tree)
    case .leaf(let leaf) where leaf.maps < ActionMap.deepest:
      return Effect<B>(.leaf(Self.map(leaf, transform)))
    case .leaf, .node: return Effect<B>(.of(.mapped(tree, ActionMapStep(transform))))
    }
  }

  /// This effect with a function around each operation that it runs.
  ///
  /// For operators that trace, measure or guard the effects of a reducer:
  ///
  /// ```swift
  /// struct Traced<Base: Reducer>: Reducer {
  ///   let base: Base
  ///   let tracer: Tracer
  ///
  ///   func makeReduction() -> Reduction<Base.State, Base.Action> {
  ///     let reduction = base.makeReduction()
  ///     return Reduction { [tracer] state, action in
  ///       reduction(&state, action).wrapOperations { name, operation in
  ///         let span = tracer.begin(name ?? "effect")
  ///         defer { tracer.end(span) }
  ///         try await operation()
  ///       }
  ///     }
  ///   }
  ///
  ///   func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
  ///     makeReduction()(&state, action)
  ///   }
  /// }
  /// ```
  ///
  /// Applies to all operations of `run` and `sequence` in this effect; an `Effect.send` and the
  /// delay of `debounce` or `throttle` have none. The function that was added last is the outermost
  /// one. Takes constant time, whatever the effect is made of.
  ///
  /// - Parameter wrapper: Called in the task of each effect, when it starts and under its
  ///   dependencies, with the name that was given to `run` and the operation, which it calls. An
  ///   error that it throws is treated as one of the operation.
  /// - Returns: The effect that runs the wrapped operations.
  public func wrapOperations(
    _ wrapper:
      @escaping @MainActor @Sendable (
        _ name: String?, _ operation: @MainActor () async throws -> Void
      ) async throws -> Void
  ) -> Self {
    switch tree {
    case .none, .cancel, .absent: self
    case .leaf(let leaf) where leaf.isSend: self
    case .leaf, .node: Self(.of(.mapped(tree, OperationStep<Action>(wrapper))))
    }
  }

  /// Transforms what a leaf sends.
  static func map<B: Sendable>(
    _ leaf: any EffectLeaf, _ transform: @escaping @Sendable (Action) -> B
  ) -> any EffectLeaf {
    // Safe: the leaves of an `Effect<Action>` are made by its own operators, of these two classes
    // and with this `Action`; neither `Effect.init(_:)` nor the classes are public.
    if leaf.isSend {
      let leaf = unsafe unsafeDowncast(leaf, to: SendLeaf.self)
      return Effect<B>.SendLeaf(transform(leaf.action))
    }
    let leaf = unsafe unsafeDowncast(leaf, to: RunLeaf.self)
    return Effect<B>.RunLeaf(
      mapping: leaf,
      operation: { [operation = leaf.operation] send in try await operation(send.map(transform)) },
      handler: map(leaf.handler, transform))
  }

  private static func map<B: Sendable>(
    _ handler: RunLeaf.Handler?, _ transform: @escaping @Sendable (Action) -> B
  ) -> Effect<B>.RunLeaf.Handler? {
    guard let handler else { return nil }
    return { error, send in await handler(error, send.map(transform)) }
  }
}

/// Maps the actions of an effect to those of another one, or wraps its operations: a step, and the
/// steps after it.
///
/// Applied to the leaves of an effect when they are entered into the ledger, not when the effect is
/// mapped: so mapping takes constant time, whatever the effect holds.
///
/// `@unchecked Sendable` is sound: what it holds is Sendable and never changes, except in a
/// `deinit`: its own, or that of a step before it which had the only reference to it.
package class ActionMap: @unchecked Sendable {
  /// The step after this one.
  private var next: ActionMap?
  /// The last of the steps, if that is not this one.
  private let last: ActionMap?
  private let count: Int
  /// Whether this step or one after it is put around operations: a leaf below many maps need not
  /// ask each of them.
  private let wrapsOperations: Bool

  /// How many mapping functions around an operation may call each other; actions that are mapped
  /// more often are mapped in a loop.
  static var deepest: Int { 16 }

  fileprivate init(next: ActionMap?, wrapsOperations: Bool) {
    self.next = next
    self.wrapsOperations = wrapsOperations || next?.wrapsOperations == true
    last = next.map { $0.last ?? $0 }
    count = 1 + (next?.count ?? 0)
  }

  deinit {
    var next = self.next.take()
    while var map = next.take() {
      next = isKnownUniquelyReferenced(&map) ? map.next.take() : nil
    }
  }

  /// These steps, and then those of another map.
  final func followed(by other: ActionMap?) -> ActionMap {
    guard let other else { return self }
    var steps = [self]
    while let next = steps.last?.next { steps.append(next) }
    return steps.reversed().reduce(other) { $1.step(before: $0) }
  }

  /// A leaf that does what another one does, and whose actions have gone through all the steps.
  final func leaf(_ leaf: any EffectLeaf) -> any EffectLeaf {
    if leaf.maps + count > Self.deepest {
      let leaf = wrapsOperations ? leaf.wrapped(by: wrappers) : leaf
      return (last ?? self).leaf(leaf, through: self)
    }
    var leaf = leaf
    var next: ActionMap? = self
    while let map = next {
      leaf = map.leafAfterStep(leaf)
      next = map.next
    }
    return leaf
  }

  /// The same under the dependencies of a feature, if it has its own: what sends one action makes
  /// it right here.
  final func leaf(_ leaf: any EffectLeaf, under values: DependencyValues?) -> any EffectLeaf {
    guard leaf.isSend, let values else { return self.leaf(leaf) }
    return values.withValues { self.leaf(leaf) }
  }

  /// The functions that the steps put around operations, the innermost first.
  private var wrappers: [OperationWrapper] {
    var wrappers: [OperationWrapper] = []
    var next: ActionMap? = self
    while let map = next {
      if let wrapper = map.wrapper { wrappers.append(wrapper) }
      next = map.next
    }
    return wrappers
  }

  /// What an action is after all the steps.
  fileprivate final func apply(to action: any Sendable) -> any Sendable {
    var action = action
    var next: ActionMap? = self
    while let map = next {
      action = map.actionAfterStep(action)
      next = map.next
    }
    return action
  }

  // MARK: - One step

  /// What the step puts around operations.
  fileprivate var wrapper: OperationWrapper? { nil }

  fileprivate func step(before next: ActionMap) -> ActionMap { overridden() }

  fileprivate func leafAfterStep(_ leaf: any EffectLeaf) -> any EffectLeaf { overridden() }

  fileprivate func actionAfterStep(_ action: any Sendable) -> any Sendable { overridden() }

  /// A leaf that is mapped by all the steps from the first to this one, which is the last.
  fileprivate func leaf(_ leaf: any EffectLeaf, through first: ActionMap) -> any EffectLeaf {
    overridden()
  }

  private func overridden() -> Never {
    preconditionFailure("ActionMapStep, the only subclass, overrides this method.")
  }
}

/// A step from actions of one type to those of another.
///
/// `@unchecked Sendable` is sound: it adds a constant of a Sendable type.
class ActionMapStep<A: Sendable, B: Sendable>: ActionMap, @unchecked Sendable {
  private let transform: @Sendable (A) -> B

  init(
    _ transform: @escaping @Sendable (A) -> B, next: ActionMap? = nil,
    wrapsOperations: Bool = false
  ) {
    self.transform = transform
    super.init(next: next, wrapsOperations: wrapsOperations)
  }

  fileprivate override func step(before next: ActionMap) -> ActionMap {
    ActionMapStep(transform, next: next)
  }

  fileprivate override func leafAfterStep(_ leaf: any EffectLeaf) -> any EffectLeaf {
    Effect<A>.map(leaf, transform)
  }

  fileprivate override func actionAfterStep(_ action: any Sendable) -> any Sendable {
    transform(Self.expect(action))
  }

  fileprivate override func leaf(
    _ leaf: any EffectLeaf, through first: ActionMap
  ) -> any EffectLeaf {
    leaf.mapped { action in ActionMapStep<B, B>.expect(first.apply(to: action)) }
  }

  /// The action as the type that the step takes.
  private static func expect(_ action: any Sendable) -> A {
    guard let action = action as? A else {
      preconditionFailure("An effect that sends '\(A.self)' is only mapped by what takes that.")
    }
    return action
  }
}

/// A step that puts a function around operations, and leaves actions as they are.
///
/// `@unchecked Sendable` is sound: it adds a constant of a Sendable type.
private final class OperationStep<Action: Sendable>: ActionMapStep<Action, Action>,
  @unchecked Sendable
{
  private let function: OperationWrapper

  init(_ wrapper: @escaping OperationWrapper, next: ActionMap? = nil) {
    function = wrapper
    super.init({ $0 }, next: next, wrapsOperations: true)
  }

  override var wrapper: OperationWrapper? { function }

  override func step(before next: ActionMap) -> ActionMap { OperationStep(function, next: next) }

  override func leafAfterStep(_ leaf: any EffectLeaf) -> any EffectLeaf {
    leaf.wrapped(by: [function])
  }
}

/// A leaf that sends one action, and is mapped only when it is sent: most such leaves never are.
final class MappedLeaf: EffectLeaf {
  private let leaf: any EffectLeaf
  private let map: ActionMap

  init(_ leaf: any EffectLeaf, _ map: ActionMap) {
    self.leaf = leaf
    self.map = map
  }

  var name: String? { leaf.name }
  var rawPriority: UInt8? { leaf.rawPriority }
  var origin: SourceOrigin? { leaf.origin }
  var isSend: Bool { leaf.isSend }

  func start(_ effect: RunningEffect) {
    map.leaf(leaf).start(effect)
  }

  func deliver(to effect: RunningEffect) -> (any DeliverySignal)? {
    map.leaf(leaf).deliver(to: effect)
  }
}
