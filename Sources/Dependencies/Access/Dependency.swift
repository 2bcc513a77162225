/// A dependency of a feature or a function, read from the values in force at each use.
///
/// ```swift
/// struct FactFeature {
///   @Dependency(\.continuousClock) var clock
///   @Dependency(FactClient.self) var facts
/// }
/// ```
///
/// Nothing is kept: a store's overrides reach every read that happens on its behalf. To use a value
/// where they are not in force, in an escaping callback, see `DependencyValues.capture()`.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  @usableFromInline let read: @Sendable (DependencyValues) -> Value
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  /// Reads a property of the dependencies.
  @inlinable
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    read = { $0[keyPath: keyPath] }
    self.fileID = fileID
    self.line = line
  }

  /// Reads the value for a key.
  @inlinable
  public init<Key: DependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Key.Value == Value {
    read = { $0[key, fileID: fileID, line: line] }
    self.fileID = fileID
    self.line = line
  }

  /// The value in force now.
  ///
  /// In a test, a value that is missing is reported with the line of this property.
  @inlinable
  public var wrappedValue: Value {
    let values = DependencyValues.current
    guard values.reportsReaders else { return read(values) }
    return values.reading(fileID: fileID, line: line, read)
  }
}
