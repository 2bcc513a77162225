import Foundation

/// Compiles sources against the modules that were built together with the tests.
struct Compiler: Sendable {
  struct Output: Equatable {
    let text: String
    let status: Int32
  }

  let swiftc: URL
  /// The folder with the built modules.
  let modules: URL
  /// The folder in which the compiler keeps what it has read of the system's modules.
  ///
  /// Not the one of the build: an entry made by way of another path to that folder would break it.
  let cache: URL

  /// The folder with the module that package manifests import.
  var manifests: URL {
    swiftc.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "lib/swift/pm/ManifestAPI")
  }

  /// The compiler and the modules of this process, or the reason why there are none.
  static let running = Result { try Compiler(executable: CommandLine.arguments[0]) }

  /// As many compilers at a time as there are processors; each blocks a thread that nobody else needs.
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  init(executable: String) throws(Toolchain.Missing) {
    let build = try Toolchain.buildFolder(of: executable)
    modules = build.appending(path: "Modules")
    cache = build.appending(path: "CompilationTests.modulecache")
    swiftc = try Toolchain.swiftc(
      libraries: Toolchain.loadedLibraries(),
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// Compiles the files of one module as far as errors go, including those about isolation regions.
  func check(_ files: [URL], flags: [String] = [], imports: [URL] = []) async throws -> Output {
    try await start(["-emit-sil", "-o", "/dev/null"], files, flags, imports)
  }

  /// Makes a module in a folder, for other sources to import.
  func emitModule(
    _ name: String, into folder: URL, from file: URL, flags: [String] = []
  ) async throws -> Output {
    let module = folder.appending(path: "\(name).swiftmodule")
    let mode = ["-emit-module", "-module-name", name, "-o", module.path()]
    return try await start(mode, [file], flags, [])
  }

  private func start(
    _ mode: [String], _ files: [URL], _ flags: [String], _ imports: [URL]
  ) async throws -> Output {
    let folders = ([modules, manifests] + imports).flatMap { ["-I", $0.path()] }
    let arguments =
      mode + folders + ["-module-cache-path", cache.path(), "-swift-version", "6"]
      + ["-package-description-version", "6.3.0", "-parse-as-library"]
      + ["-diagnostic-style", "llvm"] + flags + files.map { $0.path() }
    return try await withCheckedThrowingContinuation { continuation in
      Self.queue.addOperation {
        continuation.resume(with: Result { try run(arguments) })
      }
    }
  }

  private func run(_ arguments: [String]) throws -> Output {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = swiftc
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return Output(text: text, status: process.terminationStatus)
  }
}
