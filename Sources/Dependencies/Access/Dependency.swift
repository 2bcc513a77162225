/// A property wrapper that reads a dependency, and looks up its current value at each use.
///
/// ```swift
/// struct FactFeature {
///   @Dependency(\.continuousClock) var clock
///   @Dependency(FactClient.self) var facts
/// }
/// ```
///
/// In a value, such as a reducer, each read uses the value of the store that runs it. An object
/// keeps the overrides that applied when it was created, so they still apply when a user interface
/// calls a model later:
///
/// ```swift
/// let model = withDependencies {
///   $0.facts.fetch = { "\($0) is a number." }
/// } operation: {
///   FactModel()
/// }
/// await model.load(1)
/// ```
///
/// Overrides that apply at the read, but did not when the object was created, take precedence. An
/// object that is created while the value of a key is being created keeps nothing, because a value
/// must not own the scope that owns the value. For a model that creates another model later, see
/// `withDependencies(from:_:operation:)`; to carry values into an escaping callback, see
/// `DependencyValues.capture()`.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  /// Reads the dependency from given values.
  @usableFromInline let read: @Sendable (DependencyValues) -> Value
  /// The values that applied where the property was made; only properties of objects use them.
  @usableFromInline let origin: DependencyValues

  /// Reads a property of the dependencies.
  @inlinable
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    read = { $0.reading(fileID: fileID, line: line) { $0[keyPath: keyPath] } }
    origin = .ofNewProperty
  }

  /// Reads the value for a key.
  ///
  /// Does the same as the next initializer. The compiler prefers this one, so its error for a type
  /// that is not a key asks for `DependencyKey`, which is the usual choice.
  @_documentation(visibility: internal)
  @inlinable
  public init<Key: DependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Key.Value == Value {
    self.init(interface: key, fileID: fileID, line: line)
  }

  /// Reads the value for a key.
  @_disfavoredOverload
  @inlinable
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Key.Value == Value {
    self.init(interface: key, fileID: fileID, line: line)
  }

  /// Reads the value for a key; the common code of both initializers.
  @inlinable
  init<Key: TestDependencyKey>(
    interface key: Key.Type, fileID: StaticString, line: UInt
  ) where Key.Value == Value {
    read = { values in
      // Nearly all reads end here: only others need the line, for a report.
      if let entry = values.existingEntry(for: ObjectIdentifier(key)) {
        return entry.value(for: key)
      }
      return values.reading(fileID: fileID, line: line) {
        $0.value(for: key, fileID: fileID, line: line)
      }
    }
    origin = .ofNewProperty
  }

  /// The current value.
  ///
  /// In a test, a missing value is reported with the line of this property.
  @inlinable
  public var wrappedValue: Value { read(.current) }

  /// The current value for a property of an object, which also has the overrides that applied when
  /// the object was created.
  ///
  /// The compiler calls this for objects instead of ``wrappedValue``.
  @_documentation(visibility: internal)
  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: KeyPath<Object, Value>,
    storage storage: KeyPath<Object, Self>
  ) -> Value {
    let property = object[keyPath: storage]
    return property.read(DependencyValues.current.over(property.origin))
  }
}
