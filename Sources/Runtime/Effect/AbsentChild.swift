/// An action that was sent to an absent child; reported where its path and sender are known.
package struct AbsentChild: Sendable {
  /// Why the child is absent.
  package enum Reason: Sendable {
    case isNil
    case otherCase
    case noElement
  }

  let component: PathComponent
  let reason: Reason

  func text(action: any Sendable, path: [PathComponent], sender: String?) -> String {
    """
    An action was sent to a child that is not there: \(ValueLine.text(action))

    At '\(ValueLine.cut(path.map(\.description).joined(separator: ".")))' \(explanation). The \
    action came from \(sender ?? "outside of the store's effects"). The child's reducer did not \
    run. To fix this, send the action only while the child is there; effects of a child that is \
    removed are cancelled, so an effect that outlives it belongs to its parent.
    """
  }

  private var explanation: String {
    switch reason {
    case .isNil: "the child's state is nil"
    case .otherCase: "the state is another case"
    case .noElement: "no element has this id"
    }
  }
}
