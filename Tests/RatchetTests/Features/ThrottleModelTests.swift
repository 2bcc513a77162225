import RatchetTesting
import TestSupport

@testable import Ratchet

@MainActor @Suite("Throttled effects, compared with a plain list of times")
struct ThrottleModelTests {
  @Test("begin, wait, and are dropped as listed, after each random step", .seeds())
  func random() async {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let run = ThrottleRun()
    for number in 0..<60 {
      let row = random.number(below: 4)
      switch random.number(below: 10) {
      case 0..<5: run.arrive(number, in: row, latest: random.chance(50))
      case 5, 6: await run.wake(row)
      case 7: random.chance(50) ? run.cancel(row) : run.leave(row)
      default: run.clock.step(.milliseconds(250))
      }
      if let difference = run.difference() {
        Issue.record("seed \(seed): after step \(number): \(difference)")
        return
      }
    }
    run.end()
  }
}

// MARK: - Fixtures

/// Throttles effects of the rows of a list, with a second between two of a row; and lists what
/// should happen.
@MainActor private final class ThrottleRun {
  let clock = SteppedClock()
  private let registry: EffectRegistry
  private let executor = StartRecorder()
  private let loop = RecordingLoop()
  private var begun: [Int: Duration] = [:]
  private var waiting: [Int: (number: Int, until: Duration)] = [:]
  private var started: [String] = []
  private let attachment = ChildAttachment(
    ChildAttachment.Source(
      SourceOrigin(fileID: #fileID, line: #line), 1, location: { nil }, name: { "rows" }),
    to: Never.self, isStored: true
  ) { (_: Never, _, _) in }

  init() {
    registry = EffectRegistry(dependencies: .current, executor: executor)
    registry.loop = loop
  }

  func difference() -> String? {
    if executor.started != started { return "\(executor.started), not \(started), began" }
    let rows = registry.live.compactMap { $0.feature.component?.element.map { "\($0)" } }
    let expected = waiting.keys.map { "\($0)" }
    if rows.sorted() != expected.sorted() { return "\(rows), not \(expected), wait" }
    return registry.brokenInvariant()
  }

  func arrive(_ number: Int, in row: Int, latest: Bool) {
    let leaf = Effect<Int>.RunLeaf(
      name: "\(number)", rawPriority: nil, origin: nil, operation: { _ in }, handler: nil)
    let timing = EffectTiming(
      rule: .throttle(latest: latest), id: AnyID("a"), duration: .seconds(1), clock: clock,
      origin: SourceOrigin(fileID: #fileID, line: #line))
    register(.timed(.leaf(leaf), timing), in: row)
    let end = begun[row].map { $0 + .seconds(1) } ?? .zero
    if let old = waiting[row] {
      // A deadline that is past is as good as now.
      if latest { waiting[row] = (number, max(old.until, clock.now.offset)) }
    } else if clock.now.offset < end {
      waiting[row] = (number, end)
    } else {
      begin(number, in: row)
    }
  }

  /// Begins what waits in a row, if its time has come.
  func wake(_ row: Int) async {
    guard let (number, end) = waiting[row], end <= clock.now.offset,
      let wait = registry.live.first(where: { $0.feature === feature(row) })
    else { return }
    await executor.leaves[wait.serial]?.run(wait)
    while registry.startNext() {}
    waiting[row] = nil
    begin(number, in: row)
  }

  func cancel(_ row: Int) {
    register(.cancel(AnyID("a")), in: row)
    waiting[row] = nil
  }

  func leave(_ row: Int) {
    registry.registerDue { registry.cancelAll(in: feature(row).tree) }
    registry.releaseUnused()
    (waiting[row], begun[row]) = (nil, nil)
  }

  func end() {
    registry.cancelAll()
    while registry.startNext() {}
    _ = registry.root.takeApart()
  }

  private func register(_ tree: EffectTree, in row: Int) {
    let cascade = registry.hold(nil)
    var context = EffectContext(cascade: cascade, cause: "")
    context.feature = feature(row)
    registry.register(tree, context)
    registry.release(cascade)
    registry.releaseUnused()
    while registry.startNext() {}
  }

  private func begin(_ number: Int, in row: Int) {
    started.append("\(number)")
    begun[row] = clock.now.offset
  }

  private func feature(_ row: Int) -> Feature {
    let feature = registry.root.child(PathComponent(attachment, element: AnyID(row)))
    registry.idle.append(feature)
    return feature
  }
}

/// A clock whose time the test sets, and on which a sleep ends at once: the test sleeps only when
/// the deadline is past.
private final class SteppedClock: Clock {
  private let time = Locked(TestClock.Instant())

  var now: TestClock.Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func step(_ duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {}
}

/// Records what begins, which ends at once; what waits is kept.
@MainActor private final class StartRecorder: EffectExecutor {
  private(set) var started: [String] = []
  private(set) var leaves: [Int: EffectLeaf] = [:]

  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error> {
    if leaf.kind == .run {
      started.append(leaf.name ?? "")
      effect.end()
    } else {
      leaves[effect.serial] = leaf
    }
    return Task {}
  }
}
