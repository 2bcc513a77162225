/// One component of a feature path, which leads from the root feature to a feature below it: the
/// child at one level and, in a collection, the element.
///
/// An operator that attaches a child adds one to each effect of the child. Reports print it.
package struct PathComponent: Equatable, Sendable, CustomStringConvertible {
  /// The operator that attaches the child.
  package let attachment: ChildAttachment
  /// The identity of the element in a collection, or of an optional child that has one.
  package let element: AnyID?

  package init(_ attachment: ChildAttachment, element: AnyID? = nil) {
    self.attachment = attachment
    self.element = element
  }

  /// A path in reports, such as `rows[3].detail`.
  static func text(of path: some Sequence<PathComponent>) -> String {
    path.map(\.description).joined(separator: ".")
  }

  package var description: String {
    element.map { "\(attachment.label)[\($0)]" } ?? attachment.label
  }
}
