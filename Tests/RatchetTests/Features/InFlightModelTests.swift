import RatchetTesting
import TestSupport

@testable import Ratchet

@MainActor @Suite("What is in flight, compared with a plain list")
struct InFlightModelTests {
  @Test("is the same after each random step, and nothing in the end", .seeds())
  func random() {
    let seed = Seeds.current
    let run = InFlightRun(seed: seed)
    for _ in 0..<60 {
      let step = run.step()
      if let difference = run.difference() {
        Issue.record("seed \(seed): after \(step): \(difference)")
        return
      }
    }
    run.end()
    #expect(run.difference() == nil && run.registry.isClean, "seed \(seed): the end")
    while run.registry.startNext() {}
    _ = run.registry.root.takeApart()
  }
}

// MARK: - The run

/// Does the same random things to a registry and to a list.
@MainActor private final class InFlightRun {
  let registry: EffectRegistry
  private let loop = RecordingLoop()
  private var model = InFlightModel()
  private var objects: [InFlight] = []
  private var expected: [Int] = []
  private var random: SeededRandom
  private let attachments = (0..<2).map { number in
    ChildAttachment(
      ChildAttachment.Source(
        SourceOrigin(fileID: #fileID, line: #line), UInt(number), location: { nil },
        name: { "child" }),
      to: Never.self, isStored: true
    ) { (_: Never, _, _) in }
  }
  private static let leaf = Effect<Int>.RunLeaf(
    name: nil, rawPriority: nil, origin: nil, operation: { _ in }, handler: nil)
  private let paths = [[], [0], [1], [0, 0], [0, 1], [0, 0, 0]]

  init(seed: UInt64) {
    random = SeededRandom(seed)
    registry = EffectRegistry(dependencies: .current, executor: IdleExecutor())
    registry.loop = loop
  }

  /// The first difference between the registry and the list.
  func difference() -> String? {
    let live = model.entries.indices.filter { model.entries[$0].isLive }
    let effects = live.filter { model.entries[$0].role == .effect }
    if registry.live.map(\.serial) != effects.map({ objects[$0].serial }) {
      return "\(registry.live.map(\.serial)) are in flight"
    }
    if loop.disconnected.map(\.serial) != expected.map({ objects[$0].serial }) {
      return "\(loop.disconnected.map(\.serial)) were cancelled"
    }
    if registry.statistics.effectsCancelled != model.cancelled { return "another count" }
    for (index, entry) in model.entries.enumerated() where entry.role != .effect {
      if (objects[index].phase == .ended) != (entry.phase == .ended) { return "\(index) is open" }
      if objects[index].isLive != entry.isLive { return "\(index) is \(objects[index].phase)" }
    }
    return registry.brokenInvariant()
  }

  func step() -> String {
    switch random.number(below: 12) {
    case 0: open()
    case 1: hold(random.chance(50))
    case 2...5: add()
    case 6: addParts()
    case 7, 8: begin()
    case 9: end(of: any { $0.role == .effect && $0.phase == .running })
    case 10: cancel(id: random.number(below: 3), at: random.element(of: paths))
    default: random.chance(50) ? remove(random.element(of: paths.filter { !$0.isEmpty })) : stop()
    }
  }

  private func open() -> String {
    append(registry.hold(nil), .init(role: .cascade, holds: 1))
    return "a cascade was opened"
  }

  private func hold(_ isHeld: Bool) -> String {
    guard let index = any(where: { $0.role == .cascade && $0.phase != .ended && $0.holds > 0 }),
      let cascade = objects[index] as? Cascade
    else { return "nothing" }
    if isHeld { registry.hold(cascade) } else { registry.release(cascade) }
    model.hold(index, isHeld ? 1 : -1)
    return "\(index) was \(isHeld ? "held" : "released")"
  }

  private func add() -> String {
    guard let parent = any(where: { $0.role != .effect && $0.phase != .ended }),
      let cascade = objects[model.cascade(of: parent)] as? Cascade
    else { return "nothing" }
    let path = random.element(of: paths)
    let ids = (0..<random.number(below: 3)).map { _ in
      // Given by the feature, or by one above it.
      (id: random.number(below: 3), path: Array(path.prefix(random.number(below: 4))))
    }
    var context = EffectContext(cascade: cascade, cause: "")
    context.parent = objects[parent]
    context.feature = feature(path)
    context.ids = ids.map { CancelID(id: AnyID($0.id), feature: feature($0.path)) }
    let isSequence = random.chance(30)
    if isSequence, objects[parent].isLive {
      let sequence = InFlight(.sequence, context, registry.nextSerial())
      registry.insert(sequence, under: objects[parent])
      sequence.remainder = Remainder([], context)
      append(sequence, .init(role: .sequence, parent: parent, ids: ids, path: path))
    } else if !isSequence, let effect = registry.addLeaf(Self.leaf, context) {
      append(effect, .init(role: .effect, parent: parent, ids: ids, path: path))
    }
    registry.releaseUnused()
    return "\(isSequence ? "a sequence" : "an effect") was added at \(path) to \(parent)"
  }

  /// Adds a sequence of two effects, the second of which waits.
  private func addParts() -> String {
    guard let parent = any(where: { $0.role == .cascade && $0.isLive }),
      let cascade = objects[parent] as? Cascade
    else { return "nothing" }
    let path = random.element(of: paths)
    var context = EffectContext(cascade: cascade, cause: "")
    context.feature = feature(path)
    context.ids = [CancelID(id: AnyID(0), feature: context.feature)]
    registry.register(.concatenate([.leaf(Self.leaf), .leaf(Self.leaf)]), context)
    let parts = registry.live.suffix(2)
    guard let sequence = parts.first?.parent else { return "nothing" }
    append(sequence, .init(role: .sequence, parent: parent, ids: [(0, path)], path: path))
    let index = model.entries.count - 1
    for (part, phase) in zip(parts, [InFlightModel.Phase.pending, .waiting]) {
      append(part, .init(role: .effect, parent: index, path: path, phase: phase))
    }
    registry.releaseUnused()
    return "two parts were added at \(path) to \(parent)"
  }

  private func begin() -> String {
    // One that was cancelled is only taken out of the queue.
    _ = registry.startNext()
    let begun = model.entries.indices.first { index in
      model.entries[index].phase == .pending
        && (objects[index] as? RunningEffect)?.hasBegun == true
    }
    if let index = begun { model.entries[index].phase = .running }
    return "\(begun ?? -1) began"
  }

  private func end(of index: Int?) -> String {
    guard let index, let effect = objects[index] as? RunningEffect else { return "nothing" }
    effect.end()
    model.end(index)
    return "\(index) ended"
  }

  private func cancel(id: Int, at path: [Int]) -> String {
    let cascade = registry.hold(nil)
    var context = EffectContext(cascade: cascade, cause: "")
    context.feature = feature(path)
    registry.register(.cancel(AnyID(id)), context)
    registry.release(cascade)
    registry.releaseUnused()
    expected += model.cancel { $0.ids.contains { $0.id == id && $0.path.starts(with: path) } }
    return "\(id) was cancelled at \(path)"
  }

  private func remove(_ path: [Int]) -> String {
    registry.registerDue { registry.cancelAll(in: feature(path).tree) }
    registry.releaseUnused()
    expected += model.cancel { $0.role != .cascade && $0.path.starts(with: path) }
    return "\(path) was removed"
  }

  private func stop() -> String {
    guard let index = any(where: { $0.role == .cascade }), let cascade = objects[index] as? Cascade
    else { return "nothing" }
    cascade.cancel()
    let number = model.entries[index].number
    expected += model.cancel { $0.number == number }
    return "cascade \(index) was cancelled"
  }

  /// Cancels everything, and gives up all cascades.
  func end() {
    registry.cancelAll()
    expected += model.cancel { $0.role == .cascade }
    for (index, entry) in model.entries.enumerated() where entry.role == .cascade {
      guard let cascade = objects[index] as? Cascade else { continue }
      for _ in 0..<entry.holds { registry.release(cascade) }
      model.hold(index, -entry.holds)
    }
  }

  private func append(_ object: InFlight, _ entry: InFlightModel.Entry) {
    objects.append(object)
    model.add(entry)
  }

  private func feature(_ path: [Int]) -> Feature {
    let feature = path.reduce(registry.root) { $0.child(PathComponent(attachments[$1])) }
    registry.idle.append(feature)
    return feature
  }

  private func any(where isMeant: (InFlightModel.Entry) -> Bool) -> Int? {
    let indices = model.entries.indices.filter { isMeant(model.entries[$0]) }
    return indices.isEmpty ? nil : random.element(of: indices)
  }
}

@MainActor private final class IdleExecutor: EffectExecutor {
  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error> { Task {} }
}

/// A loop without actions; records in which order effects were cancelled.
@MainActor final class RecordingLoop: EffectLoop {
  private(set) var disconnected: [RunningEffect] = []

  func disconnected(_ effect: RunningEffect) { disconnected.append(effect) }
  func update(_ change: () -> Void) { change() }
  func receive(_: any Sendable, from: RunningEffect) -> (any DeliverySignal)? { nil }
  func notifyObservers() {}
  func notifyDropped(_: any Sendable, from: RunningEffect, _: DropReason) {}
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)? { nil }
  func make(_: any AnySharedChange, under: DependencyValues) {}
}
