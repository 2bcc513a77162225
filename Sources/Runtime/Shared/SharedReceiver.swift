import RatchetDependencies

/// What a feature that takes a key's changes from outside has declared.
private final class SharedReceiver: DeclarationNode {
  private let value: AnySharedValue
  /// What takes them; `nil` while another feature does.
  private(set) var subscription: Subscription?

  init(of value: AnySharedValue) {
    self.value = value
    value.waitingReceivers += 1
  }

  /// Takes the changes from now on.
  func begin(_ subscription: Subscription) {
    self.subscription = subscription
    value.receiver = subscription
    value.waitingReceivers -= 1
  }

  override func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {
    guard let subscription else {
      value.waitingReceivers -= 1
      return
    }
    if value.receiver === subscription { value.receiver = nil }
    changes.stop(subscription)
  }
}

extension DeclarationChanges {
  /// Takes a key's changes from outside; returns false while another feature does.
  mutating func receive<Action: Sendable>(
    _ name: String, _ action: Action, at origin: SourceOrigin, _ node: inout DeclarationNode?
  ) -> Bool {
    // Safe: the nodes of this operator are made here.
    let known = node.map { unsafe unsafeDowncast($0, to: SharedReceiver.self) }
    if known?.subscription != nil { return true }
    guard let shared, let value = shared.value(named: name) else { return true }
    let receiver = known ?? SharedReceiver(of: value)
    node = receiver
    if value.receiver != nil {
      if known == nil { shared.addWaitingReceiver(of: value, at: origin) }
      return false
    }
    receiver.begin(start(AnyID(name)) { value.receiving(action, at: origin) })
    return true
  }
}
