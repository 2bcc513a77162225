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
/// In a reducer, it gives the value that the store's kept field had when the action began; in an
/// effect, the value that the field has now. Where no feature of the store keeps the key, it gives
/// the value of the storage, or the key's default. That value comes from outside of the store's
/// state, like the date, so a recording keeps it. Nothing is kept in the reducer; to change the
/// value, return ``Effect/change(_:fileID:line:_:)``.
///
/// It can be read in reducers and their effects, where a state is made, and in the conditions of
/// subscriptions, which are compared again when the value has changed, whoever changed it. Where no
/// store runs, it gives the value of the storage in force: in a test, the storage of the test,
/// elsewhere that of the process.
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
