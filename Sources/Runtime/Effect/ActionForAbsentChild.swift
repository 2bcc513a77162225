/// Describes a mistake for a report: an action was sent to a child that is absent from the state.
///
/// Used by the operator that attaches the child, such as `ifLet` or `forEach`: instead of running
/// the child's reducer, it returns this value in an effect. The store makes the report when it
/// registers that effect, because the operator does not know the whole path of the child, nor the
/// sender of the action.
package struct ActionForAbsentChild: Sendable {
  /// Why the child is absent.
  package enum Reason: Sendable {
    case isNil
    case otherCase
    case noElement
  }

  /// The step from the parent to the child: the last component of the path in the report.
  let component: PathComponent
  let reason: Reason

  /// Returns the text of the report; `path` leads from the root feature to the child, `sender`
  /// names the effect that sent the action, if any.
  func text(action: any Sendable, path: [PathComponent], sender: String?) -> String {
    """
    An action was sent to a child that is not present: \(ValueLine.text(action))

    At '\(ValueLine.cut(PathComponent.text(of: path)))', \(explanation). The \
    action was sent by \(sender ?? "code outside of the store's effects"). The child's reducer did \
    not run. To fix this, send the action only while the child is present, or return the effect \
    from the child's reducer: it then ends when the child is removed.
    """
  }

  private var explanation: String {
    switch reason {
    case .isNil: "the child's state is nil"
    case .otherCase: "the state is in another case"
    case .noElement: "no element has this id"
    }
  }
}
