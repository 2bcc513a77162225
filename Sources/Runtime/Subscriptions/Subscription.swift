/// One subscription that the state declares, running or ended.
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
