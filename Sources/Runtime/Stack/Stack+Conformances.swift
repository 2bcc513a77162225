extension Stack: Equatable where Element: Equatable {
  /// Whether both have equal elements with the same ids in the same order.
  @_documentation(visibility: internal)
  public static func == (one: Self, other: Self) -> Bool {
    one.ids == other.ids && one.storage == other.storage
  }
}

extension Stack: Hashable where Element: Hashable {
  /// Hashes the ids and the elements in order.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(storage)
  }
}

extension Stack: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The ids and elements in order, printed like a dictionary.
  public var description: String {
    let entries = zip(ids, storage).map { "\($0): \(String(reflecting: $1))" }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }

  /// The ids and elements in order, with the type of the stack.
  @_documentation(visibility: internal)
  public var debugDescription: String { "Stack<\(Element.self)>(\(description))" }

  /// The ids and elements in order, as the entries of a dictionary.
  @_documentation(visibility: internal)
  public var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: zip(ids, storage).map { (key: $0, value: $1) },
      displayStyle: .dictionary)
  }
}
