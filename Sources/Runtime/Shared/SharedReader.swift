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
/// In a reducer, it gives the value that the store's kept field had when the action began; in an
/// effect, the value that the field has now. If no feature of the store keeps the key, it gives the
/// value of the storage, or the key's default. That value comes from outside of the store's state,
/// as the date does, so a recording keeps it. To change the value, return
/// ``Effect/change(_:fileID:line:_:)``.
///
/// It can be read in reducers, in their effects, where a state is created, and in the conditions of
/// subscriptions, which are evaluated again when the value has changed, whoever changed it. Outside
/// of a store, it gives the value of the storage: in a test, that of the test, elsewhere that of
/// the process.
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
