/// The shape of an effect, without the type of its actions.
///
/// What does not depend on that type is decided by code that is not generic: it runs several times as fast
/// as generic code that the compiler cannot specialize for the user's types.
package enum EffectTree: Sendable {
  case none
  case leaf(any EffectLeaf)
  indirect case cancel(AnyID)
  /// An action came for a child that is not there.
  indirect case absent(AbsentChild)
  /// All that holds other effects.
  case node(EffectNode)

  /// An effect that holds others.
  static func of(_ kind: EffectNode.Kind) -> EffectTree { .node(EffectNode(kind)) }
}
