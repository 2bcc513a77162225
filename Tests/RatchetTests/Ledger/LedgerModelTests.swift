import RatchetTesting
import TestSupport

@Suite("A ledger, compared with a plain list")
struct LedgerModelTests {
  @Test("decides the same, step by step, and is clean in the end", .seeds())
  func random() {
    let seed = Seeds.current
    var walk = LedgerWalk(seed: seed)
    for _ in 0..<60 {
      let step = walk.step()
      guard walk.isInStep else {
        Issue.record("seed \(seed): differs from the model after \(step)")
        return
      }
    }
    walk.end()
    #expect(walk.answersAgree && walk.ledger.isClean, "seed \(seed): the end")
  }
}

// MARK: - Fixtures

/// Does the same random things to a ledger and to its model.
private struct LedgerWalk {
  var ledger = Ledger()
  private var model = LedgerModel()
  private var random: SeededRandom
  private var paths: [[Int]: PathTable.ID] = [[]: .root]
  private(set) var answersAgree = true

  init(seed: UInt64) {
    random = SeededRandom(seed)
    for path in [[0], [1], [0, 0], [0, 1], [0, 0, 0]] {
      let parent = paths[Array(path.dropLast())] ?? .root
      let component = PathComponent(label: "child", position: path.last ?? 0)
      paths[path] = ledger.descend(component, from: parent)
    }
  }

  /// Whether all answers so far and all that can be asked are the same.
  var isInStep: Bool {
    answersAgree && ledger.liveEffects == model.liveEffects && ledger.isEmpty == model.isEmpty
      && ledger.started == model.started && ledger.finished == model.finished
      && ledger.cancelled == model.cancelled
      && ledger.live == model.started - model.finished - model.cancelled
      && model.entries.indices.allSatisfy(isInStep)
  }

  private func isInStep(_ index: Int) -> Bool {
    let entry = model.entries[index]
    return ledger.contains(entry.name) == (entry.phase != .gone)
      && ledger.isLive(entry.name) == model.isLive(entry)
      && ledger.hasChildren(entry.name) == (entry.phase != .gone && model.hasChildren(index))
  }

  mutating func step() -> String {
    switch random.number(below: 12) {
    case 0: openCascade()
    case 1: hold()
    case 2: release()
    case 3...6: enter()
    case 7, 8: begin()
    case 9: end()
    case 10: cancelByID()
    default: random.chance(50) ? cancelPath() : cancelCascade()
    }
  }

  private mutating func openCascade() -> String {
    model.add(ledger.openCascade(), .cascade, holds: 1)
    return "a cascade was opened"
  }

  private mutating func hold() -> String {
    guard let index = any(where: { $0.kind == .cascade && $0.phase != .gone }) else { return "-" }
    ledger.hold(model.entries[index].name)
    model.hold(index)
    return "\(index) was held"
  }

  private mutating func release() -> String {
    guard let index = any(where: { $0.kind == .cascade && $0.holds > 0 }) else { return "-" }
    let closed = ledger.release(model.entries[index].name)
    model.release(index)
    answersAgree = answersAgree && closed == (model.entries[index].phase == .gone)
    return "\(index) was released"
  }

  private mutating func enter() -> String {
    guard let parent = any(where: { $0.kind != .effect && $0.phase != .gone }) else { return "-" }
    let kind = random.chance(30) ? Ledger.Kind.sequence : .effect
    let ids = (0..<random.number(below: 3)).map { _ in random.number(below: 3) }
    let path = random.element(of: paths.keys.sorted { "\($0)" < "\($1)" })
    let name = ledger.enter(
      kind, under: model.entries[parent].name,
      ids: ids.map { CancelID(AnyID($0), at: paths[path] ?? .root) },
      path: paths[path] ?? .root)
    answersAgree = answersAgree && (name != nil) == model.isLive(model.entries[parent])
    if let name { model.add(name, kind, under: parent, ids: ids, path: path) }
    return "\(kind) with ids \(ids) was entered at \(path) under \(parent)"
  }

  private mutating func begin() -> String {
    guard let index = any(where: { $0.kind == .effect }) else { return "-" }
    let begins = ledger.begin(model.entries[index].name)
    let expected = model.begin(index)
    answersAgree = answersAgree && begins == expected
    return "\(index) began"
  }

  private mutating func end() -> String {
    let isLeaf = { (model: LedgerModel, index: Int) in
      let entry = model.entries[index]
      return switch entry.kind {
      case .effect: entry.phase == .running
      case .sequence: model.isLive(entry) && !model.hasChildren(index)
      case .cascade, .vacant: false
      }
    }
    let leaves = model.entries.indices.filter { isLeaf(model, $0) }
    guard !leaves.isEmpty else { return "-" }
    let index = random.element(of: leaves)
    let next = ledger.end(model.entries[index].name)
    model.end(index)
    answersAgree = answersAgree && next == expectedNext(afterEndOf: index)
    return "\(index) ended"
  }

  /// The nearest entry above that is not gone with the child is due, or the cascade is closed.
  private func expectedNext(afterEndOf index: Int) -> Ledger.Next {
    guard let parent = model.entries[index].parent else { return .nothing }
    let entry = model.entries[parent]
    if entry.phase == .gone {
      return entry.kind == .cascade ? .closed(entry.name) : expectedNext(afterEndOf: parent)
    }
    return entry.kind == .sequence && !model.hasChildren(parent) ? .advance(entry.name) : .nothing
  }

  private mutating func cancelByID() -> String {
    let id = random.number(below: 3)
    let path = random.element(of: paths.keys.sorted { "\($0)" < "\($1)" })
    let cancellation = ledger.cancel(id: AnyID(id), at: paths[path] ?? .root)
    let reached = model.cancel { $0.ids.contains(id) && $0.path.starts(with: path) }
    answersAgree = answersAgree && Reached(cancellation) == reached
    return "id \(id) was cancelled at \(path)"
  }

  private mutating func cancelPath() -> String {
    let path = random.element(of: paths.keys.filter { !$0.isEmpty }.sorted { "\($0)" < "\($1)" })
    let cancellation = ledger.cancelAll(at: paths[path] ?? .root)
    let reached = model.cancel { $0.path.starts(with: path) }
    answersAgree = answersAgree && Reached(cancellation) == reached
    return "all was cancelled at \(path)"
  }

  private mutating func cancelCascade() -> String {
    guard let index = any(where: { $0.kind == .cascade }) else { return "-" }
    let name = model.entries[index].name
    let cancellation = ledger.cancel(cascade: name)
    let reached = model.cancel { $0.name == name }
    answersAgree = answersAgree && Reached(cancellation) == reached
    return "cascade \(index) was cancelled"
  }

  /// Cancels everything and lets operations return.
  mutating func end() {
    let cancellation = ledger.cancelAll()
    let reached = model.cancel { $0.kind == .cascade }
    answersAgree = answersAgree && Reached(cancellation) == reached
    for entry in model.entries where entry.kind == .effect { _ = ledger.end(entry.name) }
    for entry in model.entries where entry.kind == .cascade {
      for _ in 0..<entry.holds { _ = ledger.release(entry.name) }
    }
    for (_, path) in paths { ledger.leave(path) }
  }

  private mutating func any(where isMeant: (LedgerModel.Entry) -> Bool) -> Int? {
    let indices = model.entries.indices.filter { isMeant(model.entries[$0]) }
    return indices.isEmpty ? nil : random.element(of: indices)
  }
}
