import RatchetDependencies

/// Connects one kept field of a store with the storage (see `KeptLink`), whatever the type of the
/// field's value: the store treats all its kept fields alike.
protocol AnyKeptLink: AnyObject {
  var name: String { get }
  /// Where the field is declared.
  var origin: SourceOrigin { get }
  var storage: SharedStorage { get }
  var entry: (any AnySharedEntry)? { get }
  /// Whether the store has accepted the field: it rejects, for instance, a second one for a key.
  var isActive: Bool { get }
  /// The subscription whose effect waits for changes from outside of the store; `nil` until it
  /// starts.
  var receiver: Subscription? { get }
  /// Whether the storage has a change from outside that the field does not have yet.
  var isBehind: Bool { get }

  /// Finds the key in the storage; returns false if the storage refuses the key, and passes the
  /// reason to `report` for the first time.
  func findEntry(orReport report: (String, SourceOrigin) -> Void) -> Bool
  /// Accepts the field: from now on, `reads` has its value, which `@SharedReader` reads.
  func activate(_ reads: SharedReads)
  /// Writes the changes that the last action has made to the storage; returns whether there were
  /// any.
  func commit(under dependencies: DependencyValues) -> Bool
  /// Adds the value that came from the storage to the recording, if there is one.
  func record()
}

extension AnyKeptLink {
  /// Whether the field is kept in this key of this storage.
  func keeps(_ name: String, in storage: SharedStorage) -> Bool {
    self.name == name && self.storage.isSame(as: storage)
  }
}

/// Connects one kept field of a store with the storage: carries changes in both directions.
///
/// A kept field is a field of the state that the operator `kept(_:in:changed:)` synchronizes with a
/// shared key. The *storage* has the values of the keys, for all stores.
///
/// Used by that operator, which applies the changes that its reducer returns, and by the store:
/// - As it begins, the store calls `provide`.
/// - After each action, it calls `noteEnd`, which records what a reducer has set, and `commit`,
///   which writes this to the storage.
/// - The effect `arrivals` waits for changes by others. The store then writes the value `arrived`
///   to the field.
///
/// Owns the value that the store knows, and changes that the storage does not have yet. Do not call
/// `commit` before `noteEnd`.
final class KeptLink<Value: Equatable & Sendable>: AnyKeptLink {
  private let key: SharedKey<Value>
  let origin: SourceOrigin
  /// The storage in force where the field is kept.
  let storage: SharedStorage
  /// Notifies the effect `arrivals` of changes by others, and records which version of the stored
  /// value the store has seen.
  private let listener = SharedListener()
  /// The storage's entry for the key, which has the stored value; `nil` before `findEntry`, and if
  /// the storage refuses the key.
  private var typedEntry: SharedEntry<Value>?
  /// Provides `@SharedReader` with the field's value; `nil` until the store accepts the field.
  private var reads: SharedReads?
  /// The last value on which the field and the storage agreed, as far as the store knows: a field
  /// that differs from it was changed.
  private(set) var known: Value? {
    didSet { if let known { reads?.keep(known, of: key, in: storage) } }
  }
  /// The changes that the last action has made to the field, in order, for `commit`.
  private var writes: [Write] = []
  /// The field's value after the last of these changes.
  private var latest: Value?
  var receiver: Subscription?
  /// The field's value before the store wrote one from outside, until an action has been reduced:
  /// `onChange` compares with it.
  var valueBeforeArrival: Value?
  /// Whether the next commit is announced with the action `changed`, like a change from outside.
  private var announcesCommit = false
  /// Whether a value that does not equal itself was reported.
  private var hasReported = false
  /// Whether the operator was given the action `changed`, which announces changes.
  private let hasAction: Bool

  init(
    _ key: SharedKey<Value>, at origin: SourceOrigin, in storage: SharedStorage, hasAction: Bool
  ) {
    self.key = key
    self.origin = origin
    self.storage = storage
    self.hasAction = hasAction
  }

  var name: String { key.name }

  var entry: (any AnySharedEntry)? { typedEntry }

  var isActive: Bool { reads != nil }

  func findEntry(orReport report: (String, SourceOrigin) -> Void) -> Bool {
    typedEntry = storage.acceptedEntry(of: key, orReport: report)
    return typedEntry != nil
  }

  func activate(_ reads: SharedReads) { self.reads = reads }

  /// Stores the field's value if the storage has none; returns the stored value, or `nil` if the
  /// storage refuses the key.
  func provide(_ value: Value) -> Value? {
    guard let typedEntry else { return nil }
    // Not in a test, which chooses its initial state.
    let values = DependencyValues.current
    if values.context != .test, typedEntry.current.value == nil, value != key.defaultValue {
      let misuse = KeptFieldMisuse.notDefault(key: name, value: value, default: key.defaultValue)
      values.log(
        LogMessage(level: .warning, text: misuse.text, fileID: origin.fileID, line: origin.line))
    }
    let (value, version) = typedEntry.provide(value)
    listener.see(version)
    return value
  }

  /// Records a value of the field that is not a change by a reducer, and forgets earlier changes.
  func see(_ value: Value) {
    (writes, latest) = ([], nil)
    known = value
  }

  // MARK: - Changes by the store

  /// Makes a change of the field in the stored value as well; `isKnown` is false if others have
  /// changed the stored value since the store saw it last.
  private typealias Write = (_ value: inout Value, _ isKnown: Bool) -> Void

  /// Records that a reducer has set the field, if it differs from the last recorded value.
  private func noteSet(_ value: Value) {
    guard let before = latest ?? known, before != value else { return }
    // A value that does not equal itself would count as changed forever.
    guard value == value else {
      // If the value before does not equal itself either, it came from outside, where it was the
      // mistake of others.
      if before == before { reportUnequal(value) }
      return
    }
    // If others have changed the value, both changes are merged, even if the results are equal: two
    // stores that each add 1 have added 2.
    writes.append { [key] stored, isKnown in
      stored = isKnown ? value : key.merged(before, value, stored)
    }
    latest = value
  }

  private func reportUnequal(_ value: Value) {
    if exchange(&hasReported, with: true) { return }
    report(
      KeptFieldMisuse.notEqualToItself(key: name, value: value).text,
      fileID: origin.file, line: origin.line)
  }

  /// Records a change that a reducer has returned, with the field's values before and after it.
  ///
  /// A change that another reducer has returned (not `isOwn`) is announced like one from outside.
  func note(_ change: SharedChange<Value>, from before: Value, to value: Value, isOwn: Bool) {
    // What the reducer has set in the field comes before this change.
    noteSet(before)
    guard value == value else { return reportUnequal(value) }
    writes.append { stored, _ in change.update(&stored) }
    latest = value
    if hasAction, !isOwn, value != before { announcesCommit = true }
  }

  /// Records the field's value after an action.
  func noteEnd(_ value: Value) {
    valueBeforeArrival = nil
    noteSet(value)
  }

  func commit(under dependencies: DependencyValues) -> Bool {
    guard let base = known, let mine = latest.take() else { return false }
    let announces = exchange(&announcesCommit, with: false)
    let writes = exchange(&writes, with: [])
    known = mine
    guard let typedEntry else { return true }
    let seen = listener.seen
    // The changes were made to an initial value, which the first value from the key's file or other
    // backend has replaced. That value wins, and arrives in the field as a change from outside.
    if typedEntry.isInitial(seen) {
      typedEntry.reportLoss()
      listener.notify()
      return true
    }
    // Applies the recorded changes, in order, to the stored value, or to `base` if the storage was
    // emptied.
    let (_, value, version) = typedEntry.change(of: base, by: listener, under: dependencies) {
      value, version in
      for write in writes { write(&value, version == seen) }
    }
    // The new version stays unseen if it must arrive like a change from outside: a merged value
    // that differs from the field's, or a change to announce.
    if value == mine, !announces { listener.see(version) } else { listener.notify() }
    return true
  }

  // MARK: - Changes from outside

  var isBehind: Bool { typedEntry.map { $0.current.version != listener.seen } ?? false }

  /// The stored value, if the field does not have it yet; the store has then seen it.
  var arrived: Value? {
    guard let (value, version) = typedEntry?.current, version != listener.seen else { return nil }
    listener.see(version)
    return value == known ? nil : value
  }

  func record() {
    if let known { ReadTape.recordArrival(of: name, known) }
  }

  /// The effect of the field's subscription, which waits for changes from outside.
  ///
  /// For each change, it sends the action `changed`. Without that action, it has the store write
  /// the value to the field between two actions.
  func arrivals<Action: Sendable>(_ changed: Action?) -> Effect<Action> {
    guard let reads, let entry = typedEntry else { return .none }
    let operation: @MainActor @Sendable (Send<Action>) async -> Void = { [listener] send in
      for await _ in entry.changes(for: listener) where entry.current.version != listener.seen {
        if let changed {
          await send(changed)
        } else if let run = RunningEffect.current.get()?.cascade {
          // By this cascade, the store finds the field.
          reads.whenArrived(run)
        }
      }
    }
    return .listen(to: key.name, at: origin, operation: operation)
  }
}
