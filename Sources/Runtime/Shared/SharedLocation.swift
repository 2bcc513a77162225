/// Where the value of a shared key is kept: in memory, in a file, or in another backend.
public struct SharedLocation<Value: Equatable & Sendable>: Sendable {
  /// A location outside of the process.
  struct Outside: Sendable {
    /// What it is, for messages.
    var kind = "location"
    /// Names it as the program does, for messages: keys of the same name must have the same one.
    let name: String
    /// The same for all names of one location.
    let identity: @Sendable () -> String
    /// Makes the backend for one storage.
    let backend:
      @Sendable (SharedKey<Value>, SharedClaims, @escaping SharedStorage.Report)
        -> any SharedBackend<Value>
  }

  /// `nil` for a value that is only in memory.
  let outside: Outside?

  /// In the memory of the process, for all of its stores.
  public static var memory: SharedLocation { SharedLocation(outside: nil) }

  /// In a database, or whatever else a backend uses.
  ///
  /// - Parameter backend: Reads and saves the value.
  /// - Returns: The location.
  public static func backend(_ backend: some SharedBackend<Value>) -> SharedLocation {
    let identity = backend.identity
    return SharedLocation(
      outside: Outside(name: identity, identity: { identity }) { _, _, _ in backend })
  }
}
