import RatchetDependencies

/// A value of the world around a feature, such as a fake server: dependencies change it, and
/// conditions read it.
///
/// ```swift
/// struct Server { var notes: [String] = [] }
///
/// await simulate(Notes(), from: Notes.State(), world: Server()) { world, server in
///   world.send { _, draw in .noteAdded(draw.text()) }
///   world.dependencies { values, _ in
///     values[API.self].save = { server.notes.append($0) }
///   }
///   world.eventually("the server has what is shown") { $0.notes == server.notes }
/// }
/// ```
///
/// Members of the value are read and set as members of this one, such as `server.notes`. It can be
/// captured by `@Sendable` closures, and used on any thread.
@dynamicMemberLookup
public struct Simulated<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  /// Makes a value that closures share; each run of a simulation makes its own.
  public init(_ value: Value) { self.value = Locked(value) }

  /// Changes the value, or calls its methods, while no other thread can.
  ///
  /// Use only the argument in the closure. To read a member from outside, such as `server.notes`,
  /// takes the lock that the closure already holds, which ends the process.
  public func withLock<Result>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
    try value.withLock(body)
  }

  /// A member of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    value.withLock { $0 }[keyPath: path]
  }

  /// A member of the value, which can be set.
  ///
  /// To read and then set it while other threads may change it, use ``withLock(_:)``.
  public subscript<Member: Sendable>(
    dynamicMember path: WritableKeyPath<Value, Member>
  ) -> Member {
    get { value.withLock { $0 }[keyPath: path] }
    nonmutating set { value.withLock { $0[keyPath: path] = newValue } }
  }
}
