#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SharedLocation where Value: Codable {
  /// In a file, as JSON that can be read and edited.
  ///
  /// ```swift
  /// .file("settings.json", version: 2, migrations: [.from(1, Int.self) { Settings(size: $0) }])
  /// ```
  ///
  /// The file is read when a store that keeps the key begins, or at the first other use of the key;
  /// to read a large file earlier, use ``SharedKey/load(in:)``. It is written half a second after
  /// the last change, by the clock of the store that made the change, and when a store is drained.
  /// It is replaced as a whole, so a reader never sees part of a value. Changes by other programs
  /// are noticed and merged. A file that cannot be decoded, or is read-only, is left alone and
  /// reported, and nothing is saved while it is there. A new file is accessible to its user only;
  /// an existing one keeps its owner and permissions.
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
    file(path, SharedCoding(version: version, migrations: migrations), makesFolder: false)
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
    file(
      "\(folder.path)/\(name)", SharedCoding(version: version, migrations: migrations),
      makesFolder: true)
  }

  /// The location of both methods above; `makesFolder` says whether a save creates the folder.
  private static func file(
    _ path: String, _ coding: SharedCoding<Value>, makesFolder: Bool
  ) -> SharedLocation {
    // The path without symbolic links, by which two keys of one file are noticed. A path that
    // cannot be resolved stays as it is: reading or saving the file fails later, with the reason.
    let identity: @Sendable () -> String = {
      let path = FileSystem.absolute(path)
      return (try? FileSystem.resolved(path).file) ?? path
    }
    // `claims` records which key of a storage uses which file.
    return SharedLocation(
      outside: Outside(kind: "file", name: path, identity: identity) {
        key, claims, report in
        let file = SharedFile(path, of: key.name, claims) { report($0, key.origin) }
        return FileBackend(file, coding, makesFolder: makesFolder)
      })
  }
}

/// A folder of the system in which a program keeps files.
public struct SharedFolder: Sendable {
  let path: String

  /// The folder with the name of the executable in `~/Library/Application Support`; on Linux, in
  /// `$XDG_DATA_HOME` or `~/.local/share`, even if no variable names the home folder.
  ///
  /// If the system does not tell any of these, the folder is in the current directory.
  public static var applicationSupport: SharedFolder {
    let name = ProcessInfo.processInfo.processName
    let folder = FileSystem.dataFolder(in: ProcessInfo.processInfo.environment)
    return SharedFolder(path: folder.map { "\($0)/\(name)" } ?? name)
  }
}
