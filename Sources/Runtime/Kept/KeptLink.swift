import RatchetDependencies

/// Connects one kept field of a store with the storage (see `KeptLink`), whatever the type of the
/// field's value: the store treats all its kept fields alike.
protocol AnyKeptLink: AnyObject {
  var name: String { get }
  /// Where the field is declared.
  var origin: SourceOrigin { get }
  var storage: SharedStorage { get }
  var entry: (any AnySharedEntry)? { get }
  /// Why the storage refuses the key; `nil` if it does not.
  var conflict: String? { get }
  /// Whether the storage refuses the key for the first time: only that is reported.
  var isFirstRefusal: Bool { get }
  /// Whether the store has accepted the field: it rejects, for instance, a second one for a key.
  var isActive: Bool { get }
  /// The subscription whose effect waits for changes from outside of the store.
  var receiver: Subscription? { get }
  /// Whether the storage has a change from outside that the field does not have yet.
  var isBehind: Bool { get }

  /// Whether the store has written to the field since the last action.
  var isOverwritten: Bool { get }
  /// Records that an action has been reduced, which has seen what the store has written.
  func forgetOverwritten()

  /// Accepts the field: from now on, `reads` has its value, which `@SharedReader` reads.
  func activate(_ reads: SharedReads)
  /// Writes to the storage what the last action has changed.
  func commit(under dependencies: DependencyValues)
  /// Adds the value that came from the storage to the recording, if there is one.
  func record()
}

/// Connects one kept field of a store with the storage: carries changes in both directions.
///
/// A kept field is a field of the state that the operator `kept(_:in:changed:)` synchronizes with a
/// shared key. The *storage* has the values of the keys, for all stores.
///
/// Used by that operator, which applies the changes that its reducer returns, and by the store,
/// which does the rest: `provide` as it begins, `noteEnd` and `commit` after each action, and
/// `arrived` for a change from outside, of which the effect `arrivals` tells it. Owns the value
/// that the store knows, and changes that the storage does not have yet. Do not call `commit`
/// before `noteEnd`.
final class KeptLink<Value: Equatable & Sendable>: AnyKeptLink {
  private let key: SharedKey<Value>
  let origin: SourceOrigin
  /// The storage in force where the field is kept.
  let storage: SharedStorage
  /// Knows which version of the stored value the field has.
  private let listener = SharedListener()
  /// Has the stored value; `nil` before `provide`, and if the storage refuses the key.
  private var typedEntry: SharedEntry<Value>?
  /// Gives the field's value to `@SharedReader`; `nil` until the store accepts the field.
  private var reads: SharedReads?
  /// The field's value when it was last written or compared: if it differs now, it was changed.
  private(set) var known: Value? {
    didSet { if let known { reads?.keep(known, of: key, in: storage) } }
  }
  /// The changes that the last action has made to the field, in order, for `commit`.
  private var writes: [Write] = []
  /// The field's value before the first of these changes, and after the last one.
  private var base: Value?
  private var latest: Value?
  var receiver: Subscription?
  /// The field's value before the store wrote one from outside, until an action has been reduced:
  /// `onChange` compares with it.
  var overwritten: Value?
  /// Whether the next commit is announced like a change from outside.
  private var announces = false
  /// Whether an action announces changes.
  private let hasAction: Bool

  init(
    _ key: SharedKey<Value>, at origin: SourceOrigin, in storage: SharedStorage, hasAction: Bool
  ) {
    self.key = key
    self.origin = origin
    self.storage = storage
    self.hasAction = hasAction
  }

  var isOverwritten: Bool { overwritten != nil }

  func forgetOverwritten() {
    if isOverwritten { overwritten = nil }
  }

  /// Announces the change that is being made, which another reducer has returned.
  func announce() { announces = hasAction }

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

  /// Finds the key in the storage, which takes the field's value if it has none; returns the
  /// stored value, or `nil` if the storage refuses the key.
  func provide(_ value: Value) -> Value? {
    typedEntry = try? storage.entry(of: key)
    guard let typedEntry else { return nil }
    // In a test, the initial state is chosen for the test.
    let values = DependencyValues.current
    if values.context != .test, typedEntry.current.value == nil, value != key.defaultValue {
      let text = initialValueText(value)
      values.log(LogMessage(level: .warning, text: text, fileID: origin.fileID, line: origin.line))
    }
    let (value, version) = typedEntry.provide(value)
    listener.see(version)
    return value
  }

  private func initialValueText(_ value: Value) -> String {
    """
    The field kept in the shared key '\(name)' starts as \(ValueLine.text(value)), but the key's \
    default is \(ValueLine.text(key.defaultValue)). The storage had no value, so it took the \
    field's.

    To fix this, start with the key's default, for example 'var name = SharedKey.name.defaultValue'.
    """
  }

  /// Records a value of the field that is not a change by a reducer, and forgets earlier changes.
  func see(_ value: Value) {
    (writes, base, latest) = ([], nil, nil)
    known = value
  }

  // MARK: - Changes by the store

  private enum Write: Sendable {
    /// A reducer has set the field.
    case set(from: Value, to: Value)
    /// A reducer has returned a change as an effect.
    case change(SharedChange<Value>)
  }

  /// Records that a reducer has set the field, if it has another value than at the last record.
  func noteSet(_ value: Value) {
    if let before = latest ?? known, before != value {
      writes.append(.set(from: before, to: value))
      latest = value
    }
  }

  /// Records a returned change that has been applied to the field, and the field's value after it.
  func note(_ change: SharedChange<Value>, _ value: Value) {
    writes.append(.change(change))
    latest = value
  }

  /// Records the field's value after an action; returns whether there are changes to commit.
  func noteEnd(_ value: Value) -> Bool {
    noteSet(value)
    if writes.isEmpty { return false }
    base = known
    known = value
    return true
  }

  func commit(under dependencies: DependencyValues) {
    let writes = exchange(&writes, with: [])
    let announces = exchange(&announces, with: false)
    latest = nil
    guard let base = base.take(), let mine = known, let typedEntry else { return }
    let (seen, merge) = (listener.seen, key.merge)
    let change: @Sendable (inout Value, UInt64?) -> Void = { value, version in
      for write in writes {
        switch write {
        // If others have changed the value, both changes are merged, even if the results are
        // equal: two stores that each add 1 have added 2.
        case .set(let base, let mine): value = version == seen ? mine : merge(base, mine, value)
        case .change(let change): change.update(&value)
        }
      }
    }
    let (_, value, version) = typedEntry.change(
      of: base, by: listener, under: dependencies, again: { change(&$0, nil) }, { change(&$0, $1) })
    // A merged value that differs from the field's arrives there as a change from outside.
    if value == mine, !announces { listener.see(version) } else { listener.notify() }
  }

  // MARK: - Changes from outside

  var isBehind: Bool { typedEntry.map { $0.current.version != listener.seen } ?? false }

  /// The stored value, if the field does not have it yet; reading it counts as having seen it.
  var arrived: Value? {
    guard let (value, version) = typedEntry?.current, version != listener.seen else { return nil }
    listener.see(version)
    return value == known ? nil : value
  }

  func record() {
    if typedEntry != nil, let known { ReadTape.keep(SharedArrivals.readName(of: name), known) }
  }

  /// The effect of the field's subscription, which waits for changes from outside: sends `changed`
  /// for them or, without that action, has the store take the value between two actions.
  func arrivals<Action: Sendable>(_ changed: Action?) -> Effect<Action> {
    guard let reads, let entry = typedEntry else { return .none }
    let operation: @MainActor @Sendable (Send<Action>) async -> Void = { [listener] send in
      for await _ in entry.changes(for: listener) where entry.current.version != listener.seen {
        if let changed {
          await send(changed)
        } else if let run = RunningEffect.current.get()?.cascade {
          reads.whenArrived(run)
        }
      }
    }
    return .run(
      name: "shared.\(key.name)", operation: operation, fileID: origin.file, line: origin.line)
  }
}
