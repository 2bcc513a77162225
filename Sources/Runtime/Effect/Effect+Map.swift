import RatchetDependencies

extension Effect {
  /// This effect, with each action that it sends transformed.
  ///
  /// ```swift
  /// return document.open(file).map(Action.document)
  /// ```
  ///
  /// Keeps names, source positions and cancel ids. Takes constant time, however large the effect.
  ///
  /// - Parameter transform: Called for each action when it is sent; for an `Effect.send`, when this
  ///   method is called or the effect is returned to the store.
  /// - Returns: An effect that sends the transformed actions.
  public func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B> {
    switch tree {
    case .none, .cancel, .absent: return Effect<B>(tree)
    case .leaf(let leaf) where leaf.maps < ActionMap.maxDepth:
      return Effect<B>(.leaf(Self.map(leaf, transform)))
    case .leaf, .node: return Effect<B>(.of(.mapped(tree, ActionMapStep(transform))))
    }
  }

  /// Transforms the actions that a leaf sends.
  static func map<B: Sendable>(
    _ leaf: EffectLeaf, _ transform: @escaping @Sendable (Action) -> B
  ) -> EffectLeaf {
    // Safe: an `Effect<Action>` gets its leaves from its own operators, which use these two classes
    // with this `Action`; neither `Effect.init(_:)` nor the classes are public.
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

/// A linked list of steps, each of which maps an effect's actions.
///
/// The steps are applied to the leaves of an effect when these enter the ledger, not when the
/// effect is mapped, so mapping takes constant time whatever the effect contains.
///
/// `@unchecked Sendable` is sound: its properties are Sendable and never change, except in a
/// `deinit`: its own, or that of a preceding step that held the only reference to it.
package class ActionMap: @unchecked Sendable {
  /// The step after this one.
  private var next: ActionMap?
  /// The last step, or `nil` if this is the last.
  private let last: ActionMap?
  private let count: Int

  /// How deeply mapping functions may nest around an operation; actions that are mapped more often
  /// are mapped in a loop.
  static var maxDepth: Int { 16 }

  fileprivate init(next: ActionMap?) {
    self.next = next
    last = next.map { $0.last ?? $0 }
    count = 1 + (next?.count ?? 0)
  }

  deinit {
    var next = self.next.take()
    while var map = next.take() {
      next = isKnownUniquelyReferenced(&map) ? map.next.take() : nil
    }
  }

  /// These steps, followed by those of another map.
  final func followed(by other: ActionMap?) -> ActionMap {
    guard let other else { return self }
    var steps = [self]
    while let next = steps.last?.next { steps.append(next) }
    return steps.reversed().reduce(other) { $1.step(before: $0) }
  }

  /// A leaf that does the work of another, with its actions mapped by all the steps.
  final func leaf(_ leaf: EffectLeaf) -> EffectLeaf {
    if leaf.maps + count > Self.maxDepth {
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

  /// The same, under the dependencies of a feature that has its own: a leaf that sends one action
  /// maps it right here.
  final func leaf(_ leaf: EffectLeaf, under values: DependencyValues?) -> EffectLeaf {
    guard leaf.isSend, let values else { return self.leaf(leaf) }
    return values.withValues { self.leaf(leaf) }
  }

  /// Maps an action by all the steps.
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

  fileprivate func step(before next: ActionMap) -> ActionMap { overridden() }

  fileprivate func leafAfterStep(_ leaf: EffectLeaf) -> EffectLeaf { overridden() }

  fileprivate func actionAfterStep(_ action: any Sendable) -> any Sendable { overridden() }

  /// A leaf mapped by all the steps from the first to this one, the last.
  fileprivate func leaf(_ leaf: EffectLeaf, through first: ActionMap) -> EffectLeaf {
    overridden()
  }

  private func overridden() -> Never {
    preconditionFailure("ActionMapStep, the only subclass, overrides this method.")
  }
}

/// A step that maps actions of one type to another.
///
/// `@unchecked Sendable` is sound: it adds a constant of a Sendable type.
final class ActionMapStep<A: Sendable, B: Sendable>: ActionMap, @unchecked Sendable {
  private let transform: @Sendable (A) -> B

  init(_ transform: @escaping @Sendable (A) -> B, next: ActionMap? = nil) {
    self.transform = transform
    super.init(next: next)
  }

  fileprivate override func step(before next: ActionMap) -> ActionMap {
    ActionMapStep(transform, next: next)
  }

  fileprivate override func leafAfterStep(_ leaf: EffectLeaf) -> EffectLeaf {
    Effect<A>.map(leaf, transform)
  }

  fileprivate override func actionAfterStep(_ action: any Sendable) -> any Sendable {
    transform(Self.expect(action))
  }

  fileprivate override func leaf(
    _ leaf: EffectLeaf, through first: ActionMap
  ) -> EffectLeaf {
    leaf.mapped { action in ActionMapStep<B, B>.expect(first.apply(to: action)) }
  }

  /// The action as this step's input type.
  private static func expect(_ action: any Sendable) -> A {
    guard let action = action as? A else {
      preconditionFailure("An effect that sends '\(A.self)' is only mapped by what takes that.")
    }
    return action
  }
}

/// A leaf that sends one action and maps it only when it is sent, since most such leaves never are.
///
/// `@unchecked Sendable` is sound: it adds constants of Sendable types.
final class MappedLeaf: EffectLeaf, @unchecked Sendable {
  private let leaf: EffectLeaf
  private let map: ActionMap

  init(_ leaf: EffectLeaf, _ map: ActionMap) {
    self.leaf = leaf
    self.map = map
    super.init(name: leaf.name, rawPriority: leaf.rawPriority, origin: leaf.origin)
  }

  override func start(_ effect: RunningEffect) {
    map.leaf(leaf).start(effect)
  }

  override func deliver(to effect: RunningEffect) -> (any DeliverySignal)? {
    map.leaf(leaf).deliver(to: effect)
  }
}
