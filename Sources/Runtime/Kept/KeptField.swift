import RatchetDependencies

// The rule: a store keeps at most one field of its state in a key. The field is in a feature that
// is always present, so it is found once, when the store begins, and stays the same. After each
// action the storage is told what has changed in it.

/// A field of a state that is kept in a key, whatever the type of its value.
protocol KeptField<State> {
  associatedtype State

  var link: any AnyKeptLink { get }

  /// The same field in the state of a parent.
  func lifted<Parent>(
    through path: WritableKeyPath<Parent, State>
  ) -> any KeptField<Parent>

  /// Gives the field what the storage has, or the storage what the field has.
  func begin(_ state: inout State)

  /// Takes note of what the field has, in a state that is given.
  func read(_ state: State)

  /// Applies a change that a reducer has returned; false if it is of another value.
  func apply(_ change: any AnySharedChange, to state: inout State) -> Bool

  /// Compares the field with what it was; returns whether there is something for the storage.
  func settle(_ state: State) -> Bool

  /// Takes what the storage has, if that is new.
  func adopt(_ state: inout State) -> Bool

  /// Takes what came from the storage in a recording.
  func adopt(_ arrivals: inout SharedArrivals, _ state: inout State)
}

/// A field of a state that is kept in a key.
struct KeptFieldOf<State, Value: Equatable & Sendable>: KeptField {
  private let path: WritableKeyPath<State, Value>
  private let typedLink: KeptLink<Value>

  init(_ path: WritableKeyPath<State, Value>, _ link: KeptLink<Value>) {
    self.path = path
    typedLink = link
  }

  var link: any AnyKeptLink { typedLink }

  func lifted<Parent>(
    through path: WritableKeyPath<Parent, State>
  ) -> any KeptField<Parent> {
    KeptFieldOf<Parent, Value>(path.appending(path: self.path), typedLink)
  }

  func begin(_ state: inout State) {
    guard let value = typedLink.provide(state[keyPath: path]) else { return }
    write(value, to: &state)
  }

  func read(_ state: State) {
    typedLink.see(state[keyPath: path])
  }

  func apply(_ change: any AnySharedChange, to state: inout State) -> Bool {
    guard let change = change as? SharedChange<Value> else { return false }
    typedLink.noteSet(state[keyPath: path])
    change.update(&state[keyPath: path])
    typedLink.note(change, state[keyPath: path])
    return true
  }

  func settle(_ state: State) -> Bool {
    typedLink.settle(state[keyPath: path])
  }

  func adopt(_ state: inout State) -> Bool {
    guard let value = typedLink.arrived else { return false }
    write(value, to: &state)
    return true
  }

  func adopt(_ arrivals: inout SharedArrivals, _ state: inout State) {
    guard let value = arrivals.take(typedLink.name, as: Value.self) else { return }
    write(value, to: &state)
  }

  private func write(_ value: Value, to state: inout State) {
    if state[keyPath: path] != value { state[keyPath: path] = value }
    // What the field has made of it: to clamp a value is no change.
    typedLink.see(state[keyPath: path])
  }
}

/// Finds the fields that reducers keep in keys.
///
/// A function, because the bodies of features are built as late as possible.
@usableFromInline package struct KeptFields<State> {
  let find: (inout KeptSearch) -> [any KeptField<State>]

  init(_ find: @escaping (inout KeptSearch) -> [any KeptField<State>]) {
    self.find = find
  }

  /// Those of several reducers of the same state; `nil` if they keep none.
  @usableFromInline static func all(_ list: [KeptFields?]) -> KeptFields? {
    let all = list.compactMap { $0 }
    if all.count < 2 { return all.first }
    return KeptFields { search in all.flatMap { $0.find(&search) } }
  }

  /// Those of a child that is always present.
  func lifted<Parent>(through path: WritableKeyPath<Parent, State>) -> KeptFields<Parent> {
    KeptFields<Parent> { search in find(&search).map { $0.lifted(through: path) } }
  }

  /// None: the child may be absent, so what its reducers keep is only reported.
  func absent<Parent>(at step: FeatureStep) -> KeptFields<Parent> {
    KeptFields<Parent> { search in
      // Features may contain themselves.
      guard search.visited.insert(step).inserted else { return [] }
      for field in find(&search) { search.reject(field.link, below: step) }
      return []
    }
  }

  /// The same under other dependencies, which may have another storage.
  func under(_ change: @escaping (inout DependencyValues) -> Void) -> KeptFields {
    KeptFields { search in
      DependencyValues.current.updated(by: change).withValues { find(&search) }
    }
  }
}

/// A search for the fields that a reducer and its children keep in keys.
struct KeptSearch {
  /// The operators that attach children which may be absent, each entered once.
  fileprivate var visited: Set<FeatureStep> = []
  /// Reports of fields that cannot be kept.
  private(set) var reports: [() -> Void] = []
  private var found: [any AnyKeptLink] = []

  /// Reports a field of a feature that may be absent.
  fileprivate mutating func reject(_ link: any AnyKeptLink, below step: FeatureStep) {
    report(
      """
      A field is kept in the shared key '\(link.name)' in a feature that may be absent, below \
      '\(step.label)'.

      It is not kept: a feature that is made anew would change the value for everybody. To fix \
      this, keep a field of a feature that is always present; read the value here with \
      '@SharedValue', and change it with '.change'.
      """, link)
  }

  /// Whether a field can be kept; reports why not.
  mutating func accepts(_ link: any AnyKeptLink) -> Bool {
    let name = link.name
    if let conflict = link.conflict {
      if link.isFirstRefusal { report(conflict, link) }
    } else if found.contains(where: { $0.name == name && $0.storage.isSame(as: link.storage) }) {
      report(
        """
        Two fields of a store are kept in the shared key '\(name)'.

        This one is not. To fix this, keep one field, read it elsewhere with '@SharedValue', and \
        change it with '.change'.
        """, link)
    } else {
      found.append(link)
      return true
    }
    return false
  }

  private mutating func report(_ text: String, _ link: any AnyKeptLink) {
    let origin = link.origin
    reports.append {
      RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
    }
  }
}
