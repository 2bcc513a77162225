import Synchronization

/// The dependencies of the process, outside all scopes.
enum ProcessDependencies {
  /// The context in which the process was started, unless it prepared another one.
  static var frame: Frame { frame(for: DependencyContext(code: contextCode.load(ordering: .relaxed))) }

  /// The frame of the process for a context. It is never released.
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
  private static let contextCode = Atomic<UInt8>(
    DependencyContext.ofProcess(arguments: CommandLine.arguments).code)

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
      contextCode.store(values.context.code, ordering: .relaxed)
      return nil
    }
  }

  /// What the program prepared for a key.
  static func preparedValue<Key: DependencyKey>(for key: Key.Type) -> Key.Value? {
    preparation.withLock { $0.overrides }?.overrideValue(for: key)
  }

  /// Takes note that values are in use, after which it is too late to prepare others.
  static func noteUse<Key: DependencyKey>(of key: Key.Type) {
    if key != LogKey.self { preparation.withLock { $0.isUsed = true } }
  }
}

extension DependencyContext {
  fileprivate var code: UInt8 {
    switch self {
    case .live: 0
    case .test: 1
    case .preview: 2
    }
  }

  fileprivate init(code: UInt8) {
    self = code == 0 ? .live : code == 1 ? .test : .preview
  }
}
