import RatchetDependencies

/// The value that a shared key has in one store, whatever its type.
@safe class AnySharedValue {
  let name: String
  /// Where the value is.
  // Safe: allocated by the subclass for its own life.
  fileprivate let bytes: UnsafeRawPointer
  private let size: Int
  /// In how many fields of the state the value is.
  var mirrorCount = 0
  /// The subscription that takes changes from outside, while a feature with `changed` is present.
  var receiver: Subscription?
  /// How many features would take them, too.
  var waitingReceivers = 0

  fileprivate init(name: String, _ bytes: UnsafeRawPointer, size: Int) {
    self.name = name
    unsafe self.bytes = bytes
    self.size = size
  }

  /// Whether there are the same bytes at an address, which must have as many.
  @unsafe final func hasBytes(_ other: UnsafeRawPointer) -> Bool {
    unsafe hasEqualBytes(bytes, other, size)
  }

  /// Whether the value lies in a file, and so can change without this process.
  var isInFile: Bool { preconditionFailure("SharedValue overrides this property.") }

  /// Takes what the storage has, or gives it the value of the initial state.
  func open() { preconditionFailure("SharedValue overrides this method.") }

  /// Makes one value of those that mirrors have proposed.
  func settle(_ values: SharedValues) { preconditionFailure("SharedValue overrides this method.") }

  /// Takes what the storage has now; false if that is not new.
  func adopt(_ values: SharedValues) -> Bool {
    preconditionFailure("SharedValue overrides this method.")
  }

  /// Takes what arrived in a recording; false if nothing did, or it is not new.
  func adopt(
    _ arrivals: inout SharedArrivals?, at moment: SharedArrivals.Moment, _ values: SharedValues
  ) -> Bool {
    preconditionFailure("SharedValue overrides this method.")
  }

  /// Has a recording keep the value, if it comes from a storage.
  func record(at moment: SharedArrivals.Moment) {
    preconditionFailure("SharedValue overrides this method.")
  }

  /// Gives the storage what has changed.
  func commit(under dependencies: DependencyValues) {
    preconditionFailure("SharedValue overrides this method.")
  }

  /// What sends an action when something has changed outside.
  func receiving<Action: Sendable>(_ action: Action, at origin: SourceOrigin) -> Effect<Action> {
    preconditionFailure("SharedValue overrides this method.")
  }

  /// Releases what mirrors had before they were written.
  func releaseReplaced() { preconditionFailure("SharedValue overrides this method.") }

  /// The entry in the storage, if there is one.
  var anyEntry: (any AnySharedEntry)? { nil }
}

/// The value that a shared key has in one store.
@safe final class SharedValue<Value: Equatable & Sendable>: AnySharedValue {
  private let key: SharedKey<Value>
  /// In the storage; `nil` in a copy that a test makes of what a store has.
  private let entry: SharedEntry<Value>?
  private let listener = SharedListener()
  // Safe: allocated and initialized in `init`, and given up in `deinit`.
  private let pointer: UnsafeMutablePointer<Value>
  /// How deep the mirror is whose initial value this is; `nil` if it is not an initial value.
  private var initialDepth: Int?
  /// What mirrors have been changed to, since the last settlement.
  private var proposals: [(value: Value, depth: Int)] = []
  /// What mirrors had, until all are written.
  private var replaced: [Value] = []
  /// The value that the storage knows, if it differs.
  private var committed: Value?

  init(_ key: SharedKey<Value>, _ value: Value?, in entry: SharedEntry<Value>?) {
    self.key = key
    self.entry = entry
    let known = entry?.current
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: known?.value ?? value ?? key.defaultValue)
    if known?.value == nil, value == nil { initialDepth = .max }
    listener.see(known?.version ?? 0)
    unsafe super.init(name: key.name, UnsafeRawPointer(pointer), size: MemoryLayout<Value>.size)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  var current: Value { unsafe pointer.pointee }

  override var isInFile: Bool { key.location.file != nil }

  override var anyEntry: (any AnySharedEntry)? { entry }

  func isEqual(_ other: Value) -> Bool {
    // Safe: the other one lies there during the call.
    if unsafe withUnsafePointer(to: other, { unsafe hasBytes($0) }) { return true }
    return current == other
  }

  /// Takes the value of a mirror in the initial state, if no outer one has another.
  func offer(initial value: Value, depth: Int) {
    guard let known = initialDepth, depth < known else { return }
    initialDepth = depth
    unsafe pointer.pointee = value
  }

  override func open() {
    guard let entry else { return }
    let (value, version) = entry.provide(current)
    if !isEqual(value) { unsafe pointer.pointee = value }
    initialDepth = nil
    listener.see(version)
  }

  // MARK: - Changes

  func propose(_ value: Value, depth: Int) {
    proposals.append((value, depth))
  }

  override func settle(_ values: SharedValues) {
    var first = 0
    for index in proposals.indices where proposals[index].depth < proposals[first].depth {
      first = index
    }
    let base = current
    var result = proposals.remove(at: first).value
    while !proposals.isEmpty {
      let theirs = proposals.removeFirst().value
      if theirs != result { result = key.merge(base, result, theirs) }
      values.release(theirs)
    }
    if committed == nil { committed = base }
    values.release(base)
    unsafe pointer.pointee = result
  }

  /// Keeps what a mirror had; returns whether it is the first one that is kept.
  ///
  /// To release it may run code of the user's, which must not happen while the state is changed.
  func keep(replaced value: consuming Value) -> Bool {
    if _isPOD(Value.self) { return false }
    replaced.append(value)
    return replaced.count == 1
  }

  override func releaseReplaced() { _ = exchange(&replaced, with: []) }

  override func commit(under dependencies: DependencyValues) {
    guard let base = committed.take(), let entry else { return }
    let mine = current
    let seen = listener.seen
    let merge = key.merge
    let (value, version) = entry.change(by: listener, under: dependencies) { theirs, version in
      // Also if both are equal: two that add 1 have added 2.
      guard version != seen, let theirs else { return mine }
      return merge(base, mine, theirs)
    }
    // What differs arrives as a change from outside.
    if value == mine { listener.see(version) } else { listener.notify() }
  }

  // MARK: - From outside

  override func adopt(_ values: SharedValues) -> Bool {
    guard let (value, version) = entry?.current, version != listener.seen, let value else {
      return false
    }
    listener.see(version)
    return take(value, values)
  }

  override func adopt(
    _ arrivals: inout SharedArrivals?, at moment: SharedArrivals.Moment, _ values: SharedValues
  ) -> Bool {
    arrivals?.take(name, at: moment, as: Value.self).map { take($0, values) } ?? false
  }

  private func take(_ value: Value, _ values: SharedValues) -> Bool {
    if isEqual(value) { return false }
    values.release(current)
    unsafe pointer.pointee = value
    return true
  }

  override func record(at moment: SharedArrivals.Moment) {
    if entry != nil { DrawTape.keep(SharedArrivals.drawName(of: name, at: moment), current) }
  }

  override func receiving<Action: Sendable>(
    _ action: Action, at origin: SourceOrigin
  ) -> Effect<Action> {
    guard let entry else { return .none }
    let operation: @MainActor @Sendable (Send<Action>) async -> Void = { [listener] send in
      for await _ in entry.changes(for: listener) {
        if entry.current.version != listener.seen { await send(action) }
      }
    }
    return .run(
      name: "shared.\(key.name)", operation: operation, fileID: origin.file, line: origin.line)
  }
}
