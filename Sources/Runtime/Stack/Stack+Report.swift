import RatchetDependencies

// Reports mistakes in the use of a `Stack`: to set an element at an id that is not in it, and to
// pop by an id that it never issued. The program continues.

extension Stack {
  /// Reports that an element was set at an id that is not in the stack.
  func reportLeftOut(_ id: StackID) {
    report(
      """
      An element was set in a 'Stack' of '\(Element.self)' at an id that is not in it: \(id)

      The stack was not changed. To fix this, use 'push' to add an element, or check with \
      'contains(id:)' first.
      """)
  }

  /// Reports a pop by an id that this stack never issued; an id that was popped is not reported.
  func reportUnknown(_ id: StackID, fileID: StaticString, line: UInt) {
    if hasPopped(id) { return }
    report(
      """
      Tried to pop an element of a 'Stack' of '\(Element.self)' by an id that the stack never \
      issued: \(id)

      Nothing was popped. To fix this, use ids from 'push' or 'ids', and only with the stack that \
      issued them.
      """, fileID: fileID, line: line)
  }
}
