import RatchetDependencies

/// What connects a kept field with the storage, whatever the type of the value.
protocol AnyKeptLink: AnyObject {
  var name: String { get }
  /// Where the field is declared.
  var origin: SourceOrigin { get }
  var storage: SharedStorage { get }
  var entry: (any AnySharedEntry)? { get }
  /// Why the storage refuses the key; `nil` if it does not.
  var conflict: String? { get }
  var isFirstRefusal: Bool { get }
  /// Whether the store keeps the field.
  var isActive: Bool { get }
  /// The subscription that takes changes from outside.
  var receiver: Subscription? { get }
  /// Whether there is a change from outside that the field does not have yet.
  var isBehind: Bool { get }

  func activate(_ reads: SharedReads)
  func commit(under dependencies: DependencyValues)
  /// Has a recording keep what came from the storage.
  func record()
}

/// What connects a kept field with the storage, in one store.
///
/// Used by the operator that keeps the field, which applies the changes that its reducer returns,
/// and by the store, which does the rest.
final class KeptLink<Value: Equatable & Sendable>: AnyKeptLink {
  private let key: SharedKey<Value>
  let origin: SourceOrigin
  /// The storage in force where the field is kept.
  let storage: SharedStorage
  private let listener = SharedListener()
  private var typedEntry: SharedEntry<Value>?
  private var reads: SharedReads?
  /// What the field was after it was last written or compared.
  private(set) var known: Value? {
    didSet { if let known { reads?.keep(known, of: key, in: storage) } }
  }
  /// What the last action has made of the field, in order.
  private var writes: [Write] = []
  /// What the field was before the first and after the last of those.
  private var base: Value?
  private var latest: Value?
  var receiver: Subscription?

  init(_ key: SharedKey<Value>, at origin: SourceOrigin, in storage: SharedStorage) {
    self.key = key
    self.origin = origin
    self.storage = storage
  }

  var name: String { key.name }

  var entry: (any AnySharedEntry)? { typedEntry }

  var isActive: Bool { reads != nil }

  var conflict: String? {
    do throws(SharedKeyConflict) {
      _ = try storage.entry(of: key)
      return nil
    } catch {
      return error.message(for: key)
    }
  }

  var isFirstRefusal: Bool { storage.isFirstRefusal(of: key) }

  func activate(_ reads: SharedReads) { self.reads = reads }

  /// Connects the field with the storage; returns the value that is there.
  func provide(_ value: Value) -> Value? {
    typedEntry = try? storage.entry(of: key)
    guard let (value, version) = typedEntry?.provide(value) else { return nil }
    listener.see(version)
    return value
  }

  /// Takes note of what the field has, in a state that is given.
  func see(_ value: Value) {
    (writes, base, latest) = ([], nil, nil)
    known = value
  }

  // MARK: - Changes by the store

  private enum Write: Sendable {
    /// A reducer has set the field.
    case set(from: Value, to: Value)
    /// A reducer has returned a change.
    case change(SharedChange<Value>)
  }

  /// Compares the field with what it was after the last write: a reducer may have set it.
  func noteSet(_ value: Value) {
    if let before = latest ?? known, before != value {
      writes.append(.set(from: before, to: value))
      latest = value
    }
  }

  /// Takes note of a change that has been applied to the field, and what the field has then.
  func note(_ change: SharedChange<Value>, _ value: Value) {
    writes.append(.change(change))
    latest = value
  }

  /// Takes note of what the field has after an action; returns whether there is something for the
  /// storage.
  func noteEnd(_ value: Value) -> Bool {
    noteSet(value)
    if writes.isEmpty { return false }
    base = known
    known = value
    return true
  }

  func commit(under dependencies: DependencyValues) {
    let writes = exchange(&writes, with: [])
    latest = nil
    guard let base = base.take(), let mine = known, let typedEntry else { return }
    let (seen, merge) = (listener.seen, key.merge)
    let change: @Sendable (inout Value, UInt64?) -> Void = { value, version in
      for write in writes {
        switch write {
        // Merged with what others have, also if both are equal: two that add 1 have added 2.
        case .set(let base, let mine): value = version == seen ? mine : merge(base, mine, value)
        case .change(let change): change.update(&value)
        }
      }
    }
    let (_, value, version) = typedEntry.change(
      of: base, by: listener, under: dependencies, again: { change(&$0, nil) }, { change(&$0, $1) })
    // What differs arrives as a change from outside.
    if value == mine { listener.see(version) } else { listener.notify() }
  }

  // MARK: - Changes from outside

  var isBehind: Bool { typedEntry.map { $0.current.version != listener.seen } ?? false }

  /// What the storage has, if the field did not have it yet.
  var arrived: Value? {
    guard let (value, version) = typedEntry?.current, version != listener.seen else { return nil }
    listener.see(version)
    return value == known ? nil : value
  }

  func record() {
    if typedEntry != nil, let known { DrawTape.keep(SharedArrivals.drawName(of: name), known) }
  }

  /// The effect that takes changes from outside: with an action, or between two of them.
  func arrivals<Action: Sendable>(_ changed: Action?) -> Effect<Action> {
    guard isActive, let entry = typedEntry else { return .none }
    let operation: @MainActor @Sendable (Send<Action>) async -> Void = { [listener] send in
      for await _ in entry.changes(for: listener) where entry.current.version != listener.seen {
        if let changed {
          await send(changed)
        } else {
          RunningEffect.current.get()?.takeSharedValue()
        }
      }
    }
    return .run(
      name: "shared.\(key.name)", operation: operation, fileID: origin.file, line: origin.line)
  }
}
