/// What became of an action that an effect sent.
package enum Delivery {
  /// It was reduced or dropped.
  case done

  /// It will be reduced or dropped; the signal tells when.
  case later(any DeliverySignal)
}

/// Tells the sender of one action that the action has been reduced or dropped.
@MainActor package protocol DeliverySignal: AnyObject, Sendable {
  /// Returns once the action has been reduced or dropped.
  func wait() async
}

extension Gate: DeliverySignal {
  package func wait() async {
    await pass()
  }
}
