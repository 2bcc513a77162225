/// A step that makes the actions of an effect those of another one, and the steps after it.
///
/// Not applied to the leaves of an effect when that is mapped, but when they are entered into the ledger: so mapping
/// takes constant time, whatever the effect holds.
///
/// `@unchecked Sendable` is sound: what it holds is Sendable, and changes only while it is destroyed, or while a
/// step before it is and nobody else has a reference to it.
package class ActionMap: @unchecked Sendable {
  /// The step after this one.
  private var next: ActionMap?
  /// The last of the steps, if that is not this one.
  private let last: ActionMap?
  private let count: Int

  /// So many functions around an operation may call each other; what is mapped more often is mapped in a loop.
  static var deepest: Int { 16 }

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

  /// These steps, and then those of another map.
  final func followed(by other: ActionMap?) -> ActionMap {
    guard let other else { return self }
    var steps = [self]
    while let next = steps.last?.next { steps.append(next) }
    return steps.reversed().reduce(other) { $1.step(before: $0) }
  }

  /// A leaf that does what another one does, and whose actions have gone through all the steps.
  final func leaf(_ leaf: any EffectLeaf) -> any EffectLeaf {
    if leaf.maps + count > Self.deepest { return (last ?? self).leaf(leaf, through: self) }
    var leaf = leaf
    var next: ActionMap? = self
    while let map = next {
      leaf = map.leafAfterStep(leaf)
      next = map.next
    }
    return leaf
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
final class ActionMapStep<A: Sendable, B: Sendable>: ActionMap, @unchecked Sendable {
  private let transform: @Sendable (A) -> B

  init(_ transform: @escaping @Sendable (A) -> B, next: ActionMap? = nil) {
    self.transform = transform
    super.init(next: next)
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

/// A leaf that sends one action, mapped when it is sent: it may be one of many of which none is.
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
