/// The ids of the elements, in collections within collections, whose reducer runs or whose state is
/// visited: a reducer is made once, and serves all elements.
///
/// Used by `.sharedStorage`, which gives each element a storage. Set only for elements whose
/// reducer may have that operator.
@usableFromInline package enum ElementPath {
  @TaskLocal static var current: [AnyID] = []

  /// Runs a closure for an element of a collection.
  static func adding<Result>(_ element: AnyID, _ body: () -> Result) -> Result {
    var path = current
    path.append(element)
    return $current.withValue(path, operation: body)
  }
}
