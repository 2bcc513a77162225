import RatchetDependencies

/// The kept fields of a state: of a store, or of a reducer that is run without one.
///
/// Used by the loop of a store, which owns it, and by replays. Owns the fields and what they have
/// not told yet. Do not call `commit` before `finish`.
///
/// What happens for an action: `adopt`, the reducer, `finish`, which are a part of reducing and
/// pure, and `commit`, which tells the storage.
package final class KeptState<State> {
  private let fields: [any KeptField<State>]
  /// What `@SharedValue` reads.
  let reads: SharedReads
  /// Reports of fields that cannot be kept.
  private var reports: [() -> Void]
  /// Fields that an action has changed, for the storage.
  private var changed: [any AnyKeptLink] = []
  /// Fields that took a change from outside, for a recording.
  private var unrecorded: [any AnyKeptLink] = []

  init(_ kept: KeptFields<State>, _ reads: SharedReads) {
    var search = KeptSearch()
    let found = kept.find(&search)
    fields = found.filter { search.accepts($0.link) }
    reports = search.reports
    self.reads = reads
    for field in fields { field.link.activate(reads) }
  }

  var entries: [any AnySharedEntry] { fields.compactMap { $0.link.entry } }

  /// Connects the fields of an initial state with the storage.
  func begin(_ state: inout State) {
    for field in fields { field.begin(&state) }
  }

  /// Reports what cannot be kept.
  func report() {
    for report in exchange(&reports, with: []) { report() }
  }

  /// Takes note of the fields of a state that is given.
  package func read(_ state: State) {
    changed = []
    for field in fields { field.read(state) }
  }

  /// Applies the changes in what a reducer has returned, and sees what has changed.
  ///
  /// - Returns: The effect without the changes that were applied.
  package func finish<Action>(_ effect: Effect<Action>, _ state: inout State) -> Effect<Action> {
    let rest = effect.withoutChanges { change, storage in
      let field = fields.first {
        $0.link.name == change.name && $0.link.storage.isSame(as: storage)
      }
      return field?.apply(change, to: &state) ?? false
    }
    for field in fields where field.noteEnd(state) { changed.append(field.link) }
    return rest
  }

  /// Tells the storage what has changed; returns whether anything has.
  func commit(under dependencies: DependencyValues) -> Bool {
    if changed.isEmpty { return false }
    for link in exchange(&changed, with: []) { link.commit(under: dependencies) }
    return true
  }

  /// Takes what has changed outside, if that is what a subscription tells; returns whether the
  /// state has changed.
  func adopt(_ state: inout State, from run: Cascade) -> Bool {
    guard let field = fields.first(where: { $0.link.receiver?.run === run }),
      field.adopt(&state)
    else { return false }
    unrecorded.append(field.link)
    return true
  }

  /// Whether there is a change from outside that a field does not have yet.
  var isBehind: Bool { fields.contains { $0.link.isBehind } }

  /// Has a recording keep what has changed outside since the last action.
  func record() {
    if unrecorded.isEmpty { return }
    for link in exchange(&unrecorded, with: []) { link.record() }
  }

  /// Takes what came from the storage in a recording.
  package func adopt(_ arrivals: SharedArrivals, _ state: inout State) {
    var arrivals = arrivals
    for field in fields { field.adopt(&arrivals, &state) }
  }

  /// Whether the store keeps a key of a storage.
  func keeps(_ name: String, in storage: SharedStorage) -> Bool {
    fields.contains { $0.link.name == name && $0.link.storage.isSame(as: storage) }
  }
}

extension Reduction {
  /// The kept fields of the reducer's state, under the dependencies in force; `nil` if it surely
  /// keeps none.
  package func kept() -> KeptState<State>? {
    declarations.kept.map {
      KeptState($0, DependencyValues.current[SharedReadsKey.self] ?? SharedReads())
    }
  }
}
