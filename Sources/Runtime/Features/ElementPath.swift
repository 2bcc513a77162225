/// Identifies the element of a collection whose reducer runs, or whose declarations are visited.
///
/// Used by the operator `sharedStorage`, which gives each element its own storage of shared values:
/// one reducer serves all elements, so it needs to know for which one it runs. Set only for
/// elements whose reducer may have that operator.
@usableFromInline package enum ElementPath {
  /// The ids of the elements, in collections within collections, outermost first; empty outside of
  /// collections.
  @TaskLocal static var current: [AnyID] = []

  /// Runs a closure for an element of a collection inside the current element.
  static func adding<Result>(_ element: AnyID, _ body: () -> Result) -> Result {
    var path = current
    path.append(element)
    return $current.withValue(path, operation: body)
  }
}
