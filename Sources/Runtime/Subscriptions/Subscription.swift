/// One subscription that the state declares, running or ended.
///
/// Used by the node that declares it, which owns it, and by the registry. Owns the cascade of its
/// effects. Do not start it twice: to declare it anew makes another one.
final class Subscription: DeclarationNode {
  /// The cascade of its effects; `nil` until it is entered into the ledger.
  ///
  /// Empty once the subscription has ended by itself. It stays so until it is declared anew, which
  /// makes another subscription.
  var run: Cascade?

  override func end(_ changes: inout DeclarationChanges) {
    changes.stop(self)
  }
}
