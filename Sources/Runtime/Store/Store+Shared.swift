extension Store {
  /// The value of a shared key, for code that shows the value.
  ///
  /// ```swift
  /// withObservationTracking {
  ///   print(store.shared(.items).count)
  /// } onChange: {
  ///   print("The items have changed.")
  /// }
  /// ```
  ///
  /// If a field of the store is kept in the key, this is the field's value. Otherwise, it is the
  /// value in the storage, or the key's default. A tracked read watches the value, whoever changes
  /// it. A scoped store has the value of the store from which it was scoped.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value at this moment.
  public func shared<Value>(_ key: SharedKey<Value>) -> Value {
    loop.sharing.value(of: key)
  }
}
