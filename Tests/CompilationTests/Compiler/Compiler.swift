import Foundation

/// Compiles sources against the modules that were built together with the tests.
struct Compiler: Sendable {
  /// The compiler and the modules of this process, or the reason why there are none.
  static let running = Result { try Compiler(executable: CommandLine.arguments[0]) }

  private let frontend: Job
  private let swiftc: URL
  private let build: URL

  /// A compiler for the modules beside a test bundle.
  init(executable: String) throws {
    build = try Toolchain.buildFolder(of: executable)
    swiftc = try Toolchain.swiftc(
      libraries: Toolchain.loadedLibraries(),
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
    let toolchain = swiftc.deletingLastPathComponent().deletingLastPathComponent()
    var frontend = try Self.frontend(of: swiftc)
    // A cache of its own: an entry made by way of another path to that of the build would break the
    // build.
    let cache = build.appending(path: "CompilationTests.modulecache")
    let manifests = toolchain.appending(path: "lib/swift/pm/ManifestAPI")
    frontend.arguments += ["-module-cache-path", cache.path(), "-swift-version", "6"]
    frontend.arguments += ["-I", build.appending(path: "Modules").path(), "-I", manifests.path()]
    self.frontend = frontend
  }

  /// Compiles a file as far as errors go, including those about isolation regions.
  func check(_ file: URL, flags: [String] = [], imports: [URL] = []) async throws -> Job.Output {
    let folders = imports.flatMap { ["-I", $0.path()] }
    return try await start(
      ["-emit-sil", "-o", "/dev/null", "-primary-file", file.path()] + folders, flags)
  }

  /// Makes a module in a folder, for other sources to import.
  func emitModule(
    _ name: String, into folder: URL, from file: URL, flags: [String] = []
  ) async throws -> Job.Output {
    let module = folder.appending(path: "\(name).swiftmodule")
    return try await start(
      ["-emit-module", "-module-name", name, "-o", module.path(), file.path()], flags)
  }

  /// Makes the object of a module in a folder.
  func emitObject(
    _ module: String, in folder: SourceFolder, from source: Source
  ) async throws -> Job.Output {
    let file = try folder.write(source.text, to: "\(module).swift")
    let object = folder.url.appending(path: "\(module).o")
    return try await start(
      ["-c", "-module-name", module, "-o", object.path(), "-primary-file", file.path()],
      source.flags)
  }

  /// Links the objects in a folder with the library.
  func link(_ folder: SourceFolder) async throws -> Job {
    let modules = [
      "RatchetDependencies", "Ratchet", "RatchetRecording", "RatchetReports", "RatchetTesting",
    ]
    let folders = [folder.url] + modules.map { build.appending(path: "\($0).build") }
    let sources = try Set(
      Repository.files(below: "Sources", endingIn: ".swift").map {
        URL(filePath: $0).lastPathComponent
      })
    let objects = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }.filter { file in
      // An older build may have left the object of a source that is gone.
      let source = file.deletingPathExtension().lastPathComponent
      return file.pathExtension == "o" && (!source.hasSuffix(".swift") || sources.contains(source))
    }
    // Runners of tests are named so.
    let program = folder.url.appending(path: "Pages.xctest")
    let arguments = objects.map { $0.path() } + ["-o", program.path()]
    let output = try await Job(executable: swiftc, arguments: arguments).output()
    guard output.status == 0 else {
      throw Toolchain.Missing(description: "Nothing can be linked:\n\(output.text)")
    }
    return Job(executable: program, arguments: [])
  }

  private func start(_ arguments: [String], _ flags: [String]) async throws -> Job.Output {
    var job = frontend
    // These options are for the frontend, which needs no word that they are.
    job.arguments += arguments + flags.filter { $0 != "-Xfrontend" }
    return try await job.output()
  }

  /// What `swiftc` would start to compile a file, without the file.
  ///
  /// Starting `swiftc` itself for each source would take as long again as compiling it.
  private static func frontend(of swiftc: URL) throws -> Job {
    let file = "Source.swift"
    let options = [
      "-parse-as-library", "-diagnostic-style", "llvm", "-package-description-version", "6.3.0",
    ]
    let driver = Job(executable: swiftc, arguments: ["-###", "-typecheck"] + options + [file])
    let output = try driver.run()
    guard output.status == 0, var job = Job(line: output.text.prefix { !$0.isNewline }) else {
      throw Toolchain.Missing(
        description: "\(swiftc.path()) does not say how it compiles a file:\n\(output.text)")
    }
    job.arguments.removeAll { ["-typecheck", "-primary-file", file].contains($0) }
    return job
  }
}
