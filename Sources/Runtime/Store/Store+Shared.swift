extension Store {
  /// The value of a shared key, for code that shows the value.
  ///
  /// A ``SharedKey`` names a value that features and stores share, outside of their states. Here
  /// `items` is such a key, which the program declares:
  ///
  /// ```swift
  /// withObservationTracking {
  ///   print(store.shared(.items).count)
  /// } onChange: {
  ///   print("The items have changed.")
  /// }
  /// ```
  ///
  /// If a field of this store's state is kept in the key, with `kept(_:in:changed:)`, this is the
  /// field's value. Otherwise, it is the value in the storage of shared keys, or the key's default.
  /// A tracked read watches the value for all changes, also those from outside. A scoped store has
  /// the value of the store from which it was scoped.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value at this moment.
  public func shared<Value>(_ key: SharedKey<Value>) -> Value {
    loop.sharing.value(of: key)
  }
}
