/// Where the value of a shared key is kept: in memory, in a file, or in another backend.
public struct SharedLocation<Value: Equatable & Sendable>: Sendable {
  /// A location outside of the process: a file, or whatever else a backend uses.
  struct Outside: Sendable {
    /// The noun for the location in messages, such as `file`.
    var kind = "location"
    /// The location as the program writes it, such as a path.
    ///
    /// A second key with the same name is refused if its location is written differently.
    let name: String
    /// Identifies the location, whichever of its names is used: a file may have several paths.
    ///
    /// A function, because it may have to resolve a path, which happens at the first use of a key.
    let identity: @Sendable () -> String
    /// Makes the backend for a key in one storage.
    let backend:
      @Sendable (SharedKey<Value>, SharedClaims, @escaping SharedStorage.Report)
        -> any SharedBackend<Value>
  }

  /// The location outside of the process; `nil` for a value that is only in memory.
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
