/// One step down the tree of features: a child and, in a collection, its element.
package struct PathComponent: Equatable, Sendable, CustomStringConvertible {
  /// The position of the child in the body of its parent.
  package let step: FeatureStep
  /// The identity of the element in a collection, or of an optional child that has one.
  package let element: AnyID?

  package init(_ step: FeatureStep, element: AnyID? = nil) {
    self.step = step
    self.element = element
  }

  package var description: String {
    element.map { "\(step.label)[\($0)]" } ?? step.label
  }
}
