/// Something in flight: an effect, a *sequence* of effects that run one after the other, or a
/// *cascade*, which is everything that follows from one action sent from outside, or all that one
/// subscription runs.
///
/// These form trees with cascades at the top. What has begun is a *member* of its parent, a cascade
/// or a sequence. What begins later *waits* in its parent: a sequence, or the effect that stands
/// for a debounced or throttled one until its deadline. A cancel also reaches what waits.
///
/// Used and changed by the effect registry only. Owns its members and what waits in it. Do not use
/// one that has ended: it is in no list any more.
@MainActor package class InFlight {
  enum Role {
    case cascade, sequence
    /// An effect; also a cancel, a change, or a report that waits.
    case effect
  }

  enum Phase {
    /// Begins later. Becomes `listed` then, or `ended` if it is cancelled first.
    case waiting
    /// In flight. Becomes `cancelled` or `ended`.
    case listed
    /// A cascade or a sequence that accepts nothing more. Becomes `ended` once it is empty.
    case cancelled
    case ended
  }

  final let role: Role
  /// Its number in the order in which effects and sequences were returned; cascades have numbers of
  /// their own.
  package private(set) final var serial: Int
  /// Whether it belongs to a subscription.
  package final let isSubscription: Bool
  final private(set) var phase = Phase.listed
  final private(set) var parent: InFlight?
  final private(set) var members = InFlightMembers()
  final private(set) var waiting = InFlightMembers()
  /// Its neighbors among the parent's members, or among what waits there.
  fileprivate final var next: InFlight?
  fileprivate final var previous: InFlight?
  /// The feature that returned it, while it is in flight; then the root.
  final private(set) var feature: Feature
  /// The ids that cancel it, outermost first; the sequences around it have their own ids.
  final var ids: [CancelID]
  /// The effects that a sequence or a delay has not begun.
  final var remainder: Remainder?
  /// Opened when it is empty, for the tasks that wait in `waitUntilEmpty`; made by the first one.
  private final var gate: Gate?

  /// Makes a cascade, or the parent of all cascades.
  init(cascade serial: Int, in root: Feature, isSubscription: Bool) {
    role = .cascade
    self.serial = serial
    feature = root
    ids = []
    self.isSubscription = isSubscription
  }

  /// Makes a sequence or an effect, which `attach` then adds to a parent.
  init(_ role: Role, _ context: EffectContext, _ serial: Int) {
    self.role = role
    self.serial = serial
    feature = context.feature
    ids = context.ids
    isSubscription = context.cascade.isSubscription
  }

  /// Whether it can still do something: it is neither cancelled nor ended.
  package final var isLive: Bool { phase != .cancelled && phase != .ended }

  /// Whether a debounce or a throttle delays it: it waits in another effect, which observers see in
  /// its place until the deadline.
  final var isDelayed: Bool { phase == .waiting && parent?.role == .effect }

  /// Whether it has no members; for a `Cascade`, whether it has closed.
  package var isEmpty: Bool { members.isEmpty }

  /// All ids that cancel it, with the ids of the sequences around it, outermost first.
  final var allIDs: [AnyID] { (parent?.allIDs ?? []) + ids.map(\.id) }

  // MARK: - Parent and members

  final func attach(to parent: InFlight, isWaiting: Bool = false) {
    self.parent = parent
    phase = isWaiting ? .waiting : .listed
    if isWaiting { parent.waiting.append(self) } else { parent.members.append(self) }
  }

  final func detach() {
    guard let parent = parent.take() else { return }
    if phase == .waiting { parent.waiting.remove(self) } else { parent.members.remove(self) }
  }

  final func markCancelled() { phase = .cancelled }

  /// Records the end, and gives up its feature: otherwise it would retain the feature.
  final func markEnded(in root: Feature) {
    detach()
    phase = .ended
    feature = root
  }

  /// Gives the number of a new cascade to one that has ended and is used again.
  final func renew(_ serial: Int) { self.serial = serial }

  // MARK: - Waiting for the end

  /// Returns when it is empty, or the calling task is cancelled.
  final func waitUntilEmpty() async {
    if isEmpty { return }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await gate.pass()
  }

  final func openGate() { gate.take()?.open() }
}

/// What is in flight below one parent, in the order in which it was added.
///
/// Linked through its elements: an array or a dictionary would allocate once more for each effect.
/// (Benchmark `d`.)
@MainActor struct InFlightMembers {
  private var first: InFlight?
  private var last: InFlight?

  var isEmpty: Bool { first == nil }

  /// The elements, for a loop that may change the list.
  var all: [InFlight] {
    var all: [InFlight] = []
    var next = first
    while let one = next {
      all.append(one)
      next = one.next
    }
    return all
  }

  fileprivate mutating func append(_ new: InFlight) {
    new.previous = last
    if let last { last.next = new } else { first = new }
    last = new
  }

  fileprivate mutating func remove(_ old: InFlight) {
    let (previous, next) = (old.previous.take(), old.next.take())
    if let previous { previous.next = next } else { first = next }
    if let next { next.previous = previous } else { last = previous }
  }
}

/// What has not begun: the later parts of a sequence, or what a debounce or a throttle delays.
///
/// Owned by the `InFlight` of the sequence or the delay; the effect registry takes out one part
/// after the other.
@MainActor final class Remainder {
  /// In reverse order: the last part is the next.
  private var parts: [EffectTree]
  /// What the registry needs to register a part: the action, the feature, and so on.
  let context: EffectContext
  /// Whether a part is being registered: the end of an effect in it must not begin the next part
  /// before all of this part is registered.
  var isRegistering = false

  init(_ parts: [EffectTree], _ context: EffectContext) {
    self.parts = parts.reversed()
    self.context = context
  }

  func next() -> EffectTree? { parts.popLast() }
}

/// Identifies effects for `.cancel(id:)`: an id, and the feature that gave the id to the effects.
///
/// A feature gives an id with `cancellable(id:)`, to its own effects or to effects of features
/// below it. A cancel in a feature reaches only effects that were given the id there or below.
struct CancelID: Sendable {
  let id: AnyID
  let feature: Feature

  func matches(_ id: AnyID, _ feature: Feature) -> Bool {
    self.feature === feature && self.id == id
  }
}
