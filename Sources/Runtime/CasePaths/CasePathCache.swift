import RatchetDependencies

/// The constructors of case paths by the code of their functions, for paths that are made anew at
/// each use.
///
/// - Used by: each case path when it is made.
/// - Owns: the constructors, as long as the program runs.
/// - Do not call it while a reducer's lock is held: a new constructor may report.
enum CasePathCache {
  private struct Key: Hashable {
    let code: UInt
    let root: ObjectIdentifier
    let value: ObjectIdentifier
  }

  private static let constructors = Locked<[Key: any AnyObject & Sendable]>([:])

  /// The constructor that a function with this code is known to be, or else a new one.
  ///
  /// One that turned out to be wrong is not used again, so that each path reports it.
  static func constructor<Root, Value>(
    _ code: UInt?, _ make: () -> CaseConstructor<Root, Value>?
  ) -> CaseConstructor<Root, Value>? {
    guard let code else { return make() }
    let key = Key(
      code: code, root: ObjectIdentifier(Root.self), value: ObjectIdentifier(Value.self))
    let known = constructors.withLock { $0[key] } as? CaseConstructor<Root, Value>
    if let known, known.verdict != .wrong { return known }
    let made = make()
    constructors.withLock { $0[key] = made }
    return made
  }

  /// The address of a function's code, which is never unloaded; `nil` if it captures something.
  ///
  /// Functions of one type with the same code, which can depend on nothing else except globals, are
  /// the same function: what has been proved about one holds for all.
  @inline(__always)
  static func code<Function>(of function: Function) -> UInt? {
    guard MemoryLayout<Function>.size == MemoryLayout<(UInt, UInt)>.size else { return nil }
    // Safe: a function is a pointer to its code and a reference to its context, which is null if it
    // captures nothing. Both are read as numbers.
    let (code, captured) = unsafe unsafeBitCast(function, to: (UInt, UInt).self)
    return captured == 0 ? code : nil
  }
}

/// Wraps a function that takes several values, so that generic code can hold it.
struct PackFunction<Root, each Value> {
  let function: @Sendable (repeat each Value) -> Root
}
