import RatchetDependencies

/// Reports a use of the wrong operator that the compiler cannot reject, because the types fit.
///
/// Used by the operators when they are created.
@usableFromInline
enum OperatorMisuse {
  /// Reports `ifLet(_:action:)` for a child whose actions are a `PresentationAction`; does nothing
  /// for other actions.
  @usableFromInline
  static func reportPresentation(_ action: any Any.Type, _ fileID: StaticString, _ line: UInt) {
    guard action is any AnyPresentationAction.Type else { return }
    report(
      """
      'ifLet' does not handle '\(action)': 'dismiss' would leave the child in place.

      To fix this, attach the child with 'ifLet(presenting:action:)'.
      """, fileID: fileID, line: line)
  }

  /// Reports `dependency(_:_:)` for a storage of shared values.
  @usableFromInline
  static func reportStorage(_ fileID: StaticString, _ line: UInt) {
    report(
      """
      A shared storage was set with 'dependency', so it would not be emptied when the feature is \
      removed.

      To fix this, use 'sharedStorage(_:)'.
      """, fileID: fileID, line: line)
  }
}

/// Any `PresentationAction`, whatever its child's action is.
private protocol AnyPresentationAction {}

extension PresentationAction: AnyPresentationAction {}
