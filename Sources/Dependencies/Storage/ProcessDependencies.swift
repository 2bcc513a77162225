import Synchronization

/// The dependencies of the process, outside all scopes.
enum ProcessDependencies {
  /// The frame of the context in which the process was started, unless it prepared another one.
  static var frame: Frame { unsafe framePointer.takeUnretainedValue() }

  /// The same, not retained: threads that read do not share a counter.
  static var framePointer: Unmanaged<Frame> {
    unsafe adopted.load(ordering: .acquiring)
      ?? adopt(.ofProcess(arguments: CommandLine.arguments), over: nil)
  }

  /// The frame of the process for a context, which is never released.
  static func frame(for context: DependencyContext) -> Frame {
    switch context {
    case .live: liveFrame
    case .test: testFrame
    case .preview: previewFrame
    }
  }

  private static let liveFrame = Frame(context: .live, isScope: false)
  private static let testFrame = Frame(context: .test, isScope: false)
  private static let previewFrame = Frame(context: .preview, isScope: false)

  /// Written at first use and by a preparation; initialized statically, so that reading takes one load.
  private static let adopted = unsafe Atomic<Unmanaged<Frame>?>(nil)

  /// Makes a context the process's, if `current` is what is in force.
  private static func adopt(
    _ context: DependencyContext, over current: Unmanaged<Frame>?
  ) -> Unmanaged<Frame> {
    if context == .test { TestReads.begin() }
    let frame = unsafe Unmanaged.passUnretained(frame(for: context))
    let outcome = unsafe adopted.compareExchange(
      expected: current, desired: frame, ordering: .acquiringAndReleasing)
    return unsafe outcome.exchanged ? frame : outcome.original ?? frame
  }

  // MARK: Preparation

  private struct Preparation {
    var overrides: DependencyValues?
    var isUsed = false
  }

  private static let preparation = Guarded(Preparation())

  /// Why a preparation was refused.
  enum Refusal { case alreadyPrepared, alreadyUsed }

  /// Adopts the overrides, or says why that is too late.
  static func prepare(_ values: DependencyValues) -> Refusal? {
    preparation.withLock { preparation in
      if preparation.overrides != nil { return .alreadyPrepared }
      if preparation.isUsed { return .alreadyUsed }
      preparation.overrides = values
      _ = unsafe adopt(values.context, over: framePointer)
      return nil
    }
  }

  /// What the program prepared for a key.
  static func preparedValue<Key: DependencyKey>(for key: Key.Type) -> Key.Value? {
    preparation.withLock { $0.overrides }?.overrideValue(for: key)
  }

  /// Takes note that values are in use, after which it is too late to prepare others.
  static func noteUse() { preparation.withLock { $0.isUsed = true } }
}
