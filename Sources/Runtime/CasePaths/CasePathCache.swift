import RatchetDependencies

/// Finds what is already known about the constructor of a case, so that a case path that is made
/// again at each use is not examined by reflection each time.
///
/// A `CaseConstructor` holds that knowledge. It is found by the address of the function's code, and
/// the types of the enum and of the value.
///
/// - Used by: each case path when it is made.
/// - Owns: the constructors, as long as the program runs.
/// - Do not call it while a lock is held: a new constructor may report a misuse, to the user's log.
enum CasePathCache {
  /// Identifies a function; the types too, because functions of several types can share code.
  private struct Key: Hashable {
    let code: UInt
    let root: ObjectIdentifier
    let value: ObjectIdentifier
  }

  private static let constructors = Locked<[Key: any AnyObject & Sendable]>([:])

  /// Returns the constructor of the function with this code, or a new one if there is none.
  ///
  /// A constructor whose function turned out not to name a case is replaced by a new one, so that
  /// each path with this function is reported, with its own line.
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

  /// The address of a function's code; `nil` if the function captures something.
  ///
  /// The code is never unloaded. Functions of one type that have the same code and capture nothing
  /// are the same function, because they depend on nothing else except globals. So what has been
  /// proved about one of them holds for all.
  @inline(__always)
  static func code<Function>(of function: Function) -> UInt? {
    guard EnumMemory.isTrusted,
      MemoryLayout<Function>.size == MemoryLayout<(UInt, UInt)>.size
    else { return nil }
    // Safe: a function is a pointer to its code and a reference to its context, which is null if it
    // captures nothing. Both are read as numbers.
    let (code, captured) = unsafe unsafeBitCast(function, to: (UInt, UInt).self)
    return captured == 0 ? code : nil
  }
}

/// Wraps a function that takes several values, so that the generic `code(of:)` can take it.
struct PackFunction<Root, each Value> {
  let function: @Sendable (repeat each Value) -> Root
}
