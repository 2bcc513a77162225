/// A property wrapper that reads the value of a shared key at each use.
///
/// ```swift
/// struct Detail: Reducer {
///   @SharedReader(.items) var items
///
///   func reduce(into state: inout State, action: Action) -> Effect<Action> {
///     switch action {
///     case .copyButtonTapped: state.draft = items[id: state.id]?.title ?? ""
///     }
///     return .none
///   }
/// }
/// ```
///
/// In a reducer, it returns the value of the store's kept field at the start of the action; in an
/// effect, the current value. If no feature of the store keeps the key, it returns the value of the
/// storage, or the key's default. Like the date, that value is outside the store's state, so a
/// recording keeps it. To change the value, return ``Effect/change(_:fileID:line:_:)``.
///
/// It can be read in reducers, in their effects, where a state is created, and in the conditions of
/// subscriptions, which are evaluated again when the value changes, no matter what changed it.
/// Outside a store, it returns the value of the storage: the test's in a test, otherwise the
/// process's.
@propertyWrapper
public struct SharedReader<Value: Equatable & Sendable>: Sendable {
  private let key: SharedKey<Value>

  /// Reads a key.
  public init(_ key: SharedKey<Value>) {
    self.key = key
  }

  /// The value at this moment.
  public var wrappedValue: Value { SharedReads.value(of: key) }
}
