import RatchetDependencies

// An operator whose types fit, although another operator is meant: both are reported when the
// operator is created, because the compiler accepts them.

@usableFromInline
enum OperatorMisuse {
  /// Reports a child that is attached with `ifLet(_:action:)` by the actions of a presentation.
  @usableFromInline
  static func reportPresentation(_ action: any Any.Type, _ fileID: StaticString, _ line: UInt) {
    guard action is any AnyPresentationAction.Type else { return }
    report(
      """
      'ifLet' does not handle '\(action)': 'dismiss' would leave the child in place.

      To fix this, attach the child with 'ifLet(presenting:action:)'.
      """, fileID: fileID, line: line)
  }

  /// Reports a storage of shared values that is set with `dependency(_:_:)`.
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

private protocol AnyPresentationAction {}

extension PresentationAction: AnyPresentationAction {}
