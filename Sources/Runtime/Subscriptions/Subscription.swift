/// One subscription: records that it is declared, and whether its effect still runs.
///
/// Used by the node of the operator that declares it, which owns it, and by the effect registry,
/// which starts and stops it. Owns the cascade of its effects, which groups them. Do not start it
/// twice: if the state declares it again later, that makes another subscription.
final class Subscription: DeclarationNode {
  /// The cascade of the effects; `nil` until the registry has entered them into the ledger.
  ///
  /// Empty once the effects have ended by themselves. The subscription then stays ended until the
  /// state stops declaring it and declares it again, which makes another subscription.
  var run: Cascade?

  override func end(_ changes: inout DeclarationChanges) {
    changes.stop(self)
  }
}
