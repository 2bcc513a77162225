/// Paths of several cases, made from their constructors.
extension CasePath {
  /// Makes a path of two cases: one of an enum, and one of an enum that the first case holds.
  ///
  /// ```swift
  /// Scope(state: \.form, path: CasePath(Action.view, View.form)) { Form() }
  /// ```
  ///
  /// Such a path works wherever a path of a single case does. Each function is examined, and
  /// reported if it is not the constructor of a case, like the function of a single case.
  @inlinable
  public init<Second>(
    _ first: @escaping @Sendable (Second) -> Root,
    _ second: @escaping @Sendable (Value) -> Second,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let path = CasePath<Root, Second>(first, fileID: fileID, line: line)
    self = path.appending(second, fileID: fileID, line: line)
  }

  /// Makes a path of three cases, each of an enum that the previous case holds.
  @inlinable
  public init<Second, Third>(
    _ first: @escaping @Sendable (Second) -> Root,
    _ second: @escaping @Sendable (Third) -> Second,
    _ third: @escaping @Sendable (Value) -> Third,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let path = CasePath<Root, Third>(first, second, fileID: fileID, line: line)
    self = path.appending(third, fileID: fileID, line: line)
  }

  /// Makes a path of four cases, each of an enum that the previous case holds.
  @inlinable
  public init<Second, Third, Fourth>(
    _ first: @escaping @Sendable (Second) -> Root,
    _ second: @escaping @Sendable (Third) -> Second,
    _ third: @escaping @Sendable (Fourth) -> Third,
    _ fourth: @escaping @Sendable (Value) -> Fourth,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let path = CasePath<Root, Fourth>(first, second, third, fileID: fileID, line: line)
    self = path.appending(fourth, fileID: fileID, line: line)
  }

  /// Makes a path of two cases, the last of which has several associated values.
  @_disfavoredOverload
  @inlinable
  public init<Second, each Associated>(
    _ first: @escaping @Sendable (Second) -> Root,
    _ second: @escaping @Sendable (repeat each Associated) -> Second,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == (repeat each Associated) {
    let path = CasePath<Root, Second>(first, fileID: fileID, line: line)
    self = path.appending(second, fileID: fileID, line: line)
  }

  /// Makes a path of three cases, the last of which has several associated values.
  @_disfavoredOverload
  @inlinable
  public init<Second, Third, each Associated>(
    _ first: @escaping @Sendable (Second) -> Root,
    _ second: @escaping @Sendable (Third) -> Second,
    _ third: @escaping @Sendable (repeat each Associated) -> Third,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == (repeat each Associated) {
    let path = CasePath<Root, Third>(first, second, fileID: fileID, line: line)
    self = path.appending(third, fileID: fileID, line: line)
  }

  /// Makes a path of four cases, the last of which has several associated values.
  @_disfavoredOverload
  @inlinable
  public init<Second, Third, Fourth, each Associated>(
    _ first: @escaping @Sendable (Second) -> Root,
    _ second: @escaping @Sendable (Third) -> Second,
    _ third: @escaping @Sendable (Fourth) -> Third,
    _ fourth: @escaping @Sendable (repeat each Associated) -> Fourth,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == (repeat each Associated) {
    let path = CasePath<Root, Fourth>(first, second, third, fileID: fileID, line: line)
    self = path.appending(fourth, fileID: fileID, line: line)
  }

  /// Makes a path to the action of one element, from the case of the elements' actions and an id.
  ///
  /// ```swift
  /// let renamed = CasePath(Action.row, id: 7).appending(Row.Action.renamed)
  /// ```
  @inlinable
  public init<ID: Equatable & Sendable>(
    _ elements: @escaping @Sendable (ID, Value) -> Root, id: ID,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let pairs = CasePath<Root, (ID, Value)>(elements, fileID: fileID, line: line)
    self.init(
      embed: { pairs.embed((id, $0)) },
      extract: { root in pairs.extract(from: root).flatMap { $0.0 == id ? $0.1 : nil } },
      nesting: CaseNesting { root, body in
        var isChanged = false
        _ = pairs.change(&root) { pair in
          isChanged = pair.0 == id
          if isChanged { body(&pair.1) }
        }
        return isChanged
      } name: {
        pairs.caseName.map { "\($0)[\(id)]" }
      } tags: { _ in
        // No tags: all elements are in the same case, so tags cannot tell them apart.
        nil
      })
  }
}
