import RatchetDependencies

/// The subscription of a feature that takes a key's changes from outside.
private final class SharedReceiver: DeclarationNode {
  private let value: AnySharedValue
  /// `nil` if another feature takes them.
  private let subscription: Subscription?

  init(_ value: AnySharedValue, _ subscription: Subscription?) {
    self.value = value
    self.subscription = subscription
  }

  override func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {
    guard let subscription else { return }
    if value.receiver === subscription { value.receiver = nil }
    changes.stop(subscription)
  }
}

extension DeclarationChanges {
  /// Starts to take a key's changes from outside.
  mutating func receive<Action: Sendable>(
    _ name: String, _ action: Action, at origin: SourceOrigin
  ) -> DeclarationNode? {
    guard let value = shared?.value(named: name) else { return nil }
    if value.receiver == nil {
      let subscription = start(AnyID(name)) { value.receiving(action) }
      value.receiver = subscription
      return SharedReceiver(value, subscription)
    }
    if !value.hasReportedSecondReceiver {
      value.hasReportedSecondReceiver = true
      RatchetDependencies.report(
        """
        Two features take the changes from outside of the shared key '\(name)'.

        The first one gets them. To fix this, declare the key with 'changed:' once, and everywhere \
        else without.
        """, fileID: origin.file, line: origin.line)
    }
    return SharedReceiver(value, nil)
  }
}
