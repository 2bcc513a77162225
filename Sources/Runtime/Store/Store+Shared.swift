extension Store {
  /// The value of a shared key, for who shows it.
  ///
  /// ```swift
  /// withObservationTracking {
  ///   print(store.shared(.items).count)
  /// } onChange: {
  ///   print("The items have changed.")
  /// }
  /// ```
  ///
  /// Gives what the store's kept field has or, where no feature of the store keeps the key, what
  /// the storage has, or the key's default. A tracked read watches it, whoever changes it. In a
  /// scoped store it is that of the store from which it was scoped.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value at this moment.
  public func shared<Value>(_ key: SharedKey<Value>) -> Value {
    loop.sharing.value(of: key)
  }
}
