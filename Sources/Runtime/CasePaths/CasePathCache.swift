import Synchronization

/// The constructors that were proved, by their code, for case paths that are made anew at each use.
/// (i-each: 35,000 instructions -> 430)
///
/// Of a bounded size. Nothing in it is replaced or released; functions that find no free slot are
/// examined for each path.
enum CasePathCache {
  private static let size = 1_024
  /// How many slots are tried for one function.
  private static let attempts = 8

  /// Safe: each owns its entry, which is stored once, complete, and stays for ever.
  private static let slots = unsafe InlineArray<1_024, Atomic<Unmanaged<Entry>?>> { _ in
    unsafe Atomic(nil)
  }

  /// What is known about a function that was proved before.
  @inline(__always)
  static func find<Root, Value>(
    _ code: FunctionCode, _ root: Root.Type, _ value: Value.Type
  ) -> ProvedConstructor<Root, Value>? {
    for attempt in 0..<attempts {
      guard let entry = unsafe slots[slot(of: code, attempt)].load(ordering: .acquiring) else {
        return nil
      }
      if unsafe entry._withUnsafeGuaranteedRef({ $0.isOf(code, root, value) }) {
        // Safe: `ProvedConstructor`, the only subclass, has the types that it says it is of.
        return unsafe unsafeDowncast(
          entry.takeUnretainedValue(), to: ProvedConstructor<Root, Value>.self)
      }
    }
    return nil
  }

  /// Keeps what is known about a function, unless there is no free slot, or it is kept already.
  static func add<Root, Value>(_ constructor: ProvedConstructor<Root, Value>) {
    let new = unsafe Unmanaged<Entry>.passRetained(constructor)
    for attempt in 0..<attempts {
      let (isStored, other) = unsafe slots[slot(of: constructor.code, attempt)].compareExchange(
        expected: nil, desired: new, ordering: .acquiringAndReleasing)
      if isStored { return }
      let isSame = unsafe other?._withUnsafeGuaranteedRef {
        $0.isOf(constructor.code, Root.self, Value.self)
      }
      if isSame == true { break }
    }
    unsafe new.release()
  }

  private static func slot(of code: FunctionCode, _ attempt: Int) -> Int {
    let hash = Int(truncatingIfNeeded: code.address >> 4 ^ code.address >> 14)
    return (hash &+ attempt) & (size - 1)
  }

  /// `@unchecked Sendable` is sound: what it holds, here and in the subclass, is Sendable and
  /// constant.
  class Entry: @unchecked Sendable {
    fileprivate let code: FunctionCode
    private let root: any Any.Type
    private let value: any Any.Type

    init(_ code: FunctionCode, _ root: any Any.Type, _ value: any Any.Type) {
      self.code = code
      self.root = root
      self.value = value
    }

    fileprivate final func isOf(
      _ code: FunctionCode, _ root: any Any.Type, _ value: any Any.Type
    ) -> Bool {
      self.code == code && self.root == root && self.value == value
    }
  }
}

/// A function that was proved to be a constructor: what its case paths consist of.
///
/// Not a case path, whose metadata would be looked up to copy it.
final class ProvedConstructor<Root, Value>: CasePathCache.Entry, @unchecked Sendable {
  let embedding: @Sendable (Value) -> Root
  let extraction: @Sendable (Root) -> Value?
  let witnesses: EnumWitnesses
  let knowledge: CaseKnowledge

  init(_ constructor: CaseConstructor<Root, Value>, _ code: FunctionCode) {
    embedding = { constructor.embed($0) }
    extraction = { constructor.extract(from: $0) }
    witnesses = constructor.witnesses
    knowledge = constructor.knowledge
    super.init(code, Root.self, Value.self)
  }
}

/// The code of a function that has captured nothing.
///
/// Functions of one type with the same code, and nothing else that they could depend on but global
/// variables, are one function: what has been proved about one of them holds for all.
struct FunctionCode: Equatable {
  /// Where the code is; it is never unloaded.
  let address: UInt
}

extension FunctionCode {
  /// `nil` for a function that has captured something.
  @inline(__always)
  init?<Function>(of function: Function) {
    #if _ptrauth(_arm64e)
      return nil
    #else
      guard MemoryLayout<Function>.size == MemoryLayout<(UInt, UInt)>.size else { return nil }
      // Safe: a function is a pointer to its code and a reference to what it has captured, which is
      // null if that is nothing. Both are read as numbers.
      let (code, captured) = unsafe unsafeBitCast(function, to: (UInt, UInt).self)
      guard captured == 0 else { return nil }
      address = code
    #endif
  }
}

/// A function that takes several values, as a value that generic code can hold.
struct PackFunction<Root, each Value> {
  let function: @Sendable (repeat each Value) -> Root
}
