/// A property wrapper that reads the value of a shared key at each use.
///
/// ```swift
/// struct Detail: Reducer {
///   @SharedValue(.items) var items
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
/// Gives what the store's kept field had when the action began; in an effect, what it has now.
/// Where no feature of the store keeps the key, it gives what the storage has, or the key's
/// default: a value from outside of the store's state, like the date, which a recording keeps.
/// Nothing is kept in the reducer; to change the value, return ``Effect/change(_:fileID:line:_:)``.
///
/// It can be read in reducers and their effects, in the conditions of subscriptions, which are
/// compared when the key has changed, whoever changed it, and where a state is made. Where no store
/// runs, it gives what the storage in force has: in a test that of the test, elsewhere that of the
/// process.
@propertyWrapper
public struct SharedValue<Value: Equatable & Sendable>: Sendable {
  private let key: SharedKey<Value>

  /// Reads a key.
  public init(_ key: SharedKey<Value>) {
    self.key = key
  }

  /// The value at this moment.
  public var wrappedValue: Value { SharedReads.value(of: key) }
}
