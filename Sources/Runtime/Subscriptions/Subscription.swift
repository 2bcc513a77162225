/// One subscription: something that the state declares, and that runs or has ended.
final class Subscription: DeclarationNode {
  /// All that it runs; `nil` until it is entered into the ledger.
  ///
  /// Empty when it has ended by itself. That stays so until it is declared anew, which makes
  /// another subscription.
  var run: Cascade?

  override func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {
    changes.stop(self)
  }
}
