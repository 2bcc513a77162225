import RatchetDependencies

/// Synchronizes the kept fields of a state with the storage of shared keys, around each action.
///
/// A *kept field* is one that the operator `kept(_:in:changed:)` connects with a shared key. The
/// *storage* has the values of the keys, for all stores.
///
/// Used by the loop of a store, which owns it, and by replays and tests that run a reducer without
/// a store. Owns the fields and their changes that the storage does not have yet. Do not call
/// `commit` before `finish`.
///
/// There are four steps for each action:
/// 1. `adopt` writes a change from outside to its field, if the action announces one.
/// 2. The reducer runs.
/// 3. `finish` finds what has changed. The steps up to here are a part of reducing, and pure.
/// 4. `commit` writes the changes to the storage.
package final class KeptState<State> {
  private let fields: [any KeptField<State>]
  /// Has copies of the fields' values, which `@SharedReader` reads.
  let reads: SharedReads
  /// Reports of fields that cannot be kept.
  private var reports: [() -> Void]
  /// The links of the fields that took a change from outside since the last call of `record`.
  private var unrecorded: [any AnyKeptLink] = []

  init(_ kept: KeptFields<State>, _ reads: SharedReads) {
    var search = KeptSearch()
    let found = kept.find(&search)
    fields = search.accepted(found)
    reports = search.reports
    self.reads = reads
    for field in fields { field.link.activate(reads) }
  }

  /// The storage's entries for the fields' keys: a store that ends saves them.
  var entries: [any AnySharedEntry] { fields.compactMap { $0.link.entry } }

  /// The fields' storages.
  var storages: [SharedStorage] { fields.map(\.link.storage) }

  /// Connects the fields of an initial state with the storage: the stored values win.
  func begin(_ state: inout State) {
    for field in fields { field.begin(&state) }
  }

  /// Reports, once, the fields that cannot be kept.
  func report() {
    for report in exchange(&reports, with: []) { report() }
  }

  /// Records the fields' values before an action, for `finish`.
  ///
  /// A replay or a test of a reducer calls this. A store does not: `begin` and the last `finish`
  /// have recorded the values.
  package func read(_ state: State) {
    for field in fields { field.read(state) }
  }

  /// Applies the changes that a reducer has returned as effects, and finds the fields that the
  /// action has changed.
  ///
  /// - Returns: The effect without the changes that were applied.
  package func finish<Action>(_ effect: Effect<Action>, _ state: inout State) -> Effect<Action> {
    let rest = effect.withoutChanges(of: fields, to: &state)
    for field in fields { field.noteEnd(state) }
    return rest
  }

  /// Writes the changes that `finish` found to the storage; returns whether there were any.
  func commit(under dependencies: DependencyValues) -> Bool {
    var hasChanged = false
    for field in fields where field.link.commit(under: dependencies) { hasChanged = true }
    return hasChanged
  }

  /// Writes a change from outside to its field; returns whether the state has changed.
  ///
  /// `run` identifies the field: each field has a subscription that waits for such changes, and
  /// `run` is the cascade of its effects.
  func adopt(_ state: inout State, from run: Cascade) -> Bool {
    guard let field = fields.first(where: { $0.link.receiver?.run === run }),
      field.adopt(&state)
    else { return false }
    unrecorded.append(field.link)
    return true
  }

  /// Whether the storage has a change from outside that a field does not have yet.
  var isBehind: Bool { fields.contains { $0.link.isBehind } }

  /// Adds the values that fields took from outside since the last action to the recording, if the
  /// store is recorded.
  func record() {
    if unrecorded.isEmpty { return }
    for link in exchange(&unrecorded, with: []) { link.record() }
  }

  /// Writes to the fields what they took from the storage when the store was recorded, for a replay
  /// of the recording.
  package func adopt(_ arrivals: SharedArrivals, _ state: inout State) {
    var arrivals = arrivals
    for field in fields { field.adopt(&arrivals, &state) }
  }

  /// Whether a field is kept in this key of this storage.
  func keeps(_ name: String, in storage: SharedStorage) -> Bool {
    fields.contains { $0.link.keeps(name, in: storage) }
  }
}

extension Reduction {
  /// Finds the kept fields of the reducer's state, under the dependencies in force; returns `nil`
  /// if there are surely none.
  package func kept() -> KeptState<State>? {
    declarations.kept.map {
      KeptState($0, DependencyValues.current[SharedReadsKey.self] ?? SharedReads())
    }
  }
}
