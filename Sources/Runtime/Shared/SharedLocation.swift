#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the value of a shared key is kept: in memory or in a file.
public struct SharedLocation<Value: Equatable & Sendable>: Sendable {
  struct File: Sendable {
    let path: String
    /// How the value is written in the file.
    let coding: SharedCoding<Value>
    /// Whether the first save makes the folder.
    var makesFolder = false
  }

  /// The file; `nil` if there is none.
  let file: File?

  /// In the memory of the process, for all of its stores.
  public static var memory: SharedLocation { SharedLocation(file: nil) }
}

extension SharedLocation where Value: Codable {
  /// In a file, as JSON that can be read and edited.
  ///
  /// ```swift
  /// .file("settings.json", version: 2, migrations: [.from(1, Int.self) { Settings(size: $0) }])
  /// ```
  ///
  /// The file is read when a store first needs it; to read it earlier, call ``SharedKey/load()``.
  /// It is written half a second after the last change, by the clock of the store that made the
  /// change, and when a store is drained. It is replaced as a whole, so a reader never sees part of
  /// a value. Changes by other programs are noticed and merged. A file that cannot be decoded, or
  /// is read-only, is left alone and reported, and nothing is saved while it is there. A new file
  /// is accessible to its user only; an existing one keeps its owner and permissions.
  ///
  /// - Parameters:
  ///   - path: The path. A relative path starts from the current directory at the first use of the
  ///     key. Symbolic links are followed at each use.
  ///   - version: The version in which the value is written. Version 1 is written as the value
  ///     alone, a later version together with its number.
  ///   - migrations: Convert values of earlier versions.
  /// - Returns: The location.
  public static func file(
    _ path: String, version: Int = 1, migrations: [SharedMigration<Value>] = []
  ) -> SharedLocation {
    SharedLocation(
      file: File(path: path, coding: SharedCoding(version: version, migrations: migrations)))
  }

  /// In a file in one of the system's folders, which the first save creates if necessary.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - name: The name of the file there.
  ///   - version: The version in which the value is written.
  ///   - migrations: Convert values of earlier versions.
  /// - Returns: The location.
  public static func file(
    in folder: SharedFolder, _ name: String, version: Int = 1,
    migrations: [SharedMigration<Value>] = []
  ) -> SharedLocation {
    SharedLocation(
      file: File(
        path: "\(folder.path)/\(name)",
        coding: SharedCoding(version: version, migrations: migrations), makesFolder: true))
  }
}

/// A folder of the system in which a program keeps files.
public struct SharedFolder: Sendable {
  let path: String

  /// The folder with the name of the executable in `~/Library/Application Support`; on Linux, in
  /// `$XDG_DATA_HOME` or `~/.local/share`, even if no variable names the home folder.
  public static var applicationSupport: SharedFolder {
    let name = ProcessInfo.processInfo.processName
    let folder = FileSystem.dataFolder(in: ProcessInfo.processInfo.environment)
    return SharedFolder(path: folder.map { "\($0)/\(name)" } ?? name)
  }
}
