import Foundation

/// The compiler and the build that belong to this process.
enum Toolchain {
  struct Missing: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Finds `swiftc` beside the Swift library that this process has loaded, otherwise in the search
  /// path, which has folders separated by colons.
  static func swiftc(libraries: [String], searchPath: String) throws(Missing) -> URL {
    let toolchains = libraries.compactMap { library in
      library.range(of: "/lib/swift/").map { library[..<$0.lowerBound] + "/bin" }
    }
    let folders = toolchains.map(String.init) + searchPath.split(separator: ":").map(String.init)
    let candidates = folders.map { URL(filePath: $0).appending(path: "swiftc") }
    guard
      let found = candidates.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path())
      })
    else {
      throw Missing(
        description: """
          No swiftc was found, so nothing can be compiled: not beside the Swift library of this \
          process, and in no folder of PATH=\(searchPath). Put the folder of swiftc into PATH.
          """)
    }
    return found
  }

  /// The paths of the files that this process has mapped into its memory; none on systems that do
  /// not tell.
  static func loadedLibraries() -> [String] {
    // By a handle to its end: a read by the size of the file, which is zero here, stops early.
    let handle = FileHandle(forReadingAtPath: "/proc/self/maps")
    let maps = String(decoding: (try? handle?.readToEnd()) ?? Data(), as: UTF8.self)
    return maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.filter { $0.hasSuffix("/libswiftCore.so") }
  }

  /// The folder that has the modules which were built together with a test bundle.
  static func buildFolder(of executable: String) throws(Missing) -> URL {
    let file = URL(filePath: executable).resolvingSymlinksInPath()
    let folders = sequence(first: file.deletingLastPathComponent()) { folder in
      folder.pathComponents.count > 1 ? folder.deletingLastPathComponent() : nil
    }
    let found = folders.first { folder in
      let module = folder.appending(path: "Modules/Ratchet.swiftmodule")
      return FileManager.default.fileExists(atPath: module.path())
    }
    guard let found else {
      throw Missing(
        description: """
          No folder above \(file.path()) has Modules/Ratchet.swiftmodule, so there is nothing to \
          compile against. Run the tests from the folder in which they were built.
          """)
    }
    return found
  }
}
