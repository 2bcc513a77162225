import RatchetDependencies

extension ChildAttachment {
  /// Says where an operator, such as `Scope`, attaches children: the operator's line, the key path
  /// or case that leads to a child's state, and the child's name.
  ///
  /// Made by the operators. Tells one attachment from another, and names the child in reports.
  @usableFromInline struct Source {
    let origin: SourceOrigin
    let column: UInt
    /// Returns the key path or case, which distinguishes children that are attached at the same
    /// line: in a loop, or in a function that makes reducers.
    ///
    /// A closure, because a case is known only once a state in that case has been seen; `nil` until
    /// then.
    let location: () -> AnyHashable?
    /// Returns the child's name in reports.
    let name: () -> String

    init(
      _ origin: SourceOrigin, _ column: UInt, location: @escaping () -> AnyHashable?,
      name: @escaping () -> String
    ) {
      (self.origin, self.column, self.location, self.name) = (origin, column, location, name)
    }

    /// The source of a child behind a key path.
    ///
    /// The child is named after the property or, if that is computed, after the case of the
    /// parent's action that has the child's actions; until an action shows that case, after the
    /// line.
    @usableFromInline init(
      _ keyPath: AnyKeyPath, _ action: CasePath<some Any, some Any>,
      _ fileID: StaticString, _ line: UInt, _ column: UInt
    ) {
      let origin = SourceOrigin(fileID: fileID, line: line)
      self.init(origin, column, location: { keyPath }) {
        // Such as "\\State.child", or "\\State.<computed 0x1234 (Int)>".
        let text = String(describing: keyPath)
        let name = text.drop { $0 != "." }.dropFirst()
        // A computed property has no name here.
        if !name.isEmpty, !name.contains("<") { return String(name) }
        return action.caseName ?? "\(origin)"
      }
    }

    /// The source of a child in a case.
    ///
    /// The child is named after the case or, if no state in that case has been seen yet, after the
    /// case of the parent's action that has the child's actions, or else after the line.
    @usableFromInline init(
      _ path: CasePath<some Any, some Any>, _ action: CasePath<some Any, some Any>,
      _ fileID: StaticString, _ line: UInt, _ column: UInt
    ) {
      let origin = SourceOrigin(fileID: fileID, line: line)
      self.init(origin, column, location: { path.location }) {
        path.caseName ?? action.caseName ?? "\(origin)"
      }
    }
  }
}
