import Synchronization

/// Caches the proved constructors by their code, for case paths that are made anew at each use.
/// (i-each: 35,000 instructions -> 430)
///
/// Its size is bounded. No entry is replaced or released; functions without a free slot are
/// examined for each path.
enum CasePathCache {
  private static let size = 1_024
  /// The number of slots to try for one function.
  private static let attempts = 8

  private static let slots = (0..<size).map { _ in Slot() }

  /// `@safe` is sound: a slot owns its entry, which is stored once, complete, and never removed.
  @safe private final class Slot: Sendable {
    let entry = unsafe Atomic<Unmanaged<Entry>?>(nil)
  }

  /// The entry of a function that was proved before, if any.
  @inline(__always)
  static func find<Root, Value>(
    _ code: FunctionCode, _ root: Root.Type, _ value: Value.Type
  ) -> ProvedConstructor<Root, Value>? {
    for attempt in 0..<attempts {
      guard let entry = unsafe slots[slot(of: code, attempt)].entry.load(ordering: .acquiring)
      else { return nil }
      if unsafe entry._withUnsafeGuaranteedRef({ $0.isOf(code, root, value) }) {
        // Safe: only `ProvedConstructor` is a subclass, and it has the types that the entry states.
        return unsafe unsafeDowncast(
          entry.takeUnretainedValue(), to: ProvedConstructor<Root, Value>.self)
      }
    }
    return nil
  }

  /// Adds an entry for a function, unless it has one or no slot is free.
  static func add<Root, Value>(_ constructor: ProvedConstructor<Root, Value>) {
    let new = unsafe Unmanaged<Entry>.passRetained(constructor)
    for attempt in 0..<attempts {
      let slot = slots[slot(of: constructor.code, attempt)]
      let (isStored, other) = unsafe slot.entry.compareExchange(
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

  /// `@unchecked Sendable` is sound: its properties, here and in the subclass, are Sendable
  /// constants.
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

/// A proved constructor, with the parts of its case paths.
///
/// Not itself a case path: copying one would look up its metadata.
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

/// The code of a function that captures nothing.
///
/// Functions of one type with the same code, which can depend on nothing else except globals, are
/// the same function: what has been proved about one holds for all.
struct FunctionCode: Equatable {
  /// The address of the code, which is never unloaded.
  let address: UInt
}

extension FunctionCode {
  /// `nil` for a function that captures something.
  @inline(__always)
  init?<Function>(of function: Function) {
    #if _ptrauth(_arm64e)
      return nil
    #else
      guard MemoryLayout<Function>.size == MemoryLayout<(UInt, UInt)>.size else { return nil }
      // Safe: a function is a pointer to its code and a reference to its context, which is null if
      // it captures nothing. Both are read as numbers.
      let (code, captured) = unsafe unsafeBitCast(function, to: (UInt, UInt).self)
      guard captured == 0 else { return nil }
      address = code
    #endif
  }
}

/// Wraps a function that takes several values, so that generic code can hold it.
struct PackFunction<Root, each Value> {
  let function: @Sendable (repeat each Value) -> Root
}
