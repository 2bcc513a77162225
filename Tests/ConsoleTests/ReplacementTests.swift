import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("The replacement of a file")
struct ReplacementTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("old", to: "file")
  }

  @Test("leaves the old file as it is until it takes its place")
  func commit() throws {
    let replacement = try Replacement(of: folder.path("file"))
    try replacement.file.write(Array("new".utf8))
    #expect(try folder.text(of: "file") == "old")
    try replacement.commit()
    #expect(try folder.text(of: "file") == "new")
    #expect(try folder.names == ["file"])
  }

  @Test("that is given up leaves nothing behind")
  func givenUp() throws {
    do {
      let replacement = try Replacement(of: folder.path("file"))
      try replacement.file.write(Array("new".utf8))
      #expect(try folder.names.count == 2)
    }
    #expect(try folder.text(of: "file") == "old")
    #expect(try folder.names == ["file"])
  }

  @Test("leaves every other file alone, whatever its name")
  func others() throws {
    let name = "file.new-\(getpid())"
    try folder.write("mine", to: name)
    try Replacement(of: folder.path("file")).commit()
    #expect(try folder.text(of: name) == "mine")
    #expect(try folder.names == ["file", name])
  }

  @Test("leaves the old file if the program crashes before, and can be done again after that")
  func crash() async throws {
    let path = folder.path("file")
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let replacement = try Replacement(of: path)
      try replacement.file.write(Array("ne".utf8))
      _exit(1)
    }
    #expect(try folder.text(of: "file") == "old")
    #expect(try folder.names.count == 2)
    let replacement = try Replacement(of: path)
    try replacement.file.write(Array("new".utf8))
    try replacement.commit()
    #expect(try folder.text(of: "file") == "new")
  }

  @Test("keeps the permissions of the old file", arguments: [0o600, 0o666, 0o640] as [mode_t])
  func permissions(_ permissions: mode_t) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: Int(permissions)], ofItemAtPath: folder.path("file"))
    try Replacement(of: folder.path("file")).commit()
    #expect(try FileSystem.permissions(of: folder.path("file")) == permissions)
  }

  @Test("takes the place of what a link leads to, and not of the link")
  func link() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "file")
    let replacement = try Replacement(of: folder.path("link"))
    try replacement.file.write(Array("new".utf8))
    try replacement.commit()
    #expect(try folder.text(of: "file") == "new")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "file")
  }

  @Test("does not begin where there is no folder, or no file but something else")
  func impossible() throws {
    #expect(throws: SystemError(code: ENOENT)) { _ = try Replacement(of: folder.path("none/file")) }
    #expect(throws: SystemError(code: ENOTDIR)) {
      _ = try Replacement(of: folder.path("file/file"))
    }
    #expect(throws: SystemError.notAFile) { _ = try Replacement(of: folder.path) }
  }
}
