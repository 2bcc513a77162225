import Foundation
import RatchetTesting
import TestSupport

@testable import Ratchet

@MainActor @Suite("Processes that share a file", .serialized)
struct SharingProcessTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("lose no change of each other, and leave nothing behind but the file")
  func twoProcesses() async throws {
    let count = Self.count
    let programs = try ["one", "other"].map { try start($0, count: count) }
    for program in programs { #expect(await program.end() == .exited(0)) }
    #expect(try tally() == Tally(counts: ["one": count, "other": count], sum: 2 * count))
    #expect(try folder.names == ["tally.json"])
  }

  @Test("leave one whole version when they are killed in the middle of saving")
  func killed() throws {
    var saved = 0
    for round in 0..<Self.rounds {
      let run = try PipedRun("sharing", [folder.path("tally.json"), "killed", "1000000"])
      for _ in 0...(round % 7) {
        if run.nextLine() != nil { saved += 1 }
      }
      run.program.send(SIGKILL)
      #expect(run.program.wait() == .killed(by: SIGKILL))
      let tally = try tally()
      #expect(tally.sum >= saved)
      #expect(tally.counts == ["killed": tally.sum])
      saved = tally.sum
    }
    #expect(saved >= Self.rounds)
    #expect(try PipedResult("sharing", [folder.path("tally.json"), "killed", "1"]).lines == ["1"])
    #expect(try folder.names == ["tally.json"])
  }

  @Test("leave the last whole version when the disk takes no more, and try again each time")
  func fullDisk() throws {
    let file = folder.path("tally.json")
    #expect(try PipedResult("sharing", [file, "one", "2"]).lines == ["1", "2"])
    let result = try PipedResult("sharing", [file, "one", "3", "40"])
    #expect(
      result.lines
        == Array(
          repeating: """
            The shared key "tally" cannot be saved in \(file): File too large. The value is kept \
            in memory; the next change tries again.
            """, count: 3))
    #expect(try tally() == Tally(counts: ["one": 2], sum: 2))
    #expect(try folder.names == ["tally.json"])
  }

  @Test("say on standard error what is not saved when they end")
  func unsaved() throws {
    let file = folder.path("tally.json")
    let result = try PipedResult("sharing", [file, "one", "unsaved"])
    #expect(result.ending == .exited(0))
    #expect(result.errors.hasPrefix("error: ") && result.errors.contains("/Main.swift:"))
    #expect(
      result.errors.hasSuffix(
        """
        : Changes to the shared key "tally" were not saved in \(file): the program ended first.

        To fix this, call 'await store.drain(within:)' or 'await SharedStorage.live.flush()' \
        before the program ends.

        """))
    #expect(try folder.names == [])
  }

  #if os(Linux)
    @Test("may have it in the folder of the program, which is made when there is something to save")
    func applicationSupport() throws {
      let environment = ["XDG_DATA_HOME": folder.path("share")]
      let result = try PipedResult(
        "sharing", ["tally.json", "one", "support"], environment: environment)
      #expect(result.errors == "")
      #expect(try folder.names == ["share"])
      #expect(try folder.text(of: "share/sharing/tally.json").contains(#""one" : 1"#))
    }

    @Test("have that folder in the home folder of the user, even if no variable has it")
    func home() throws {
      let home = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_dir) }
      let folder = try #require(home) + "/.local/share"
      for environment in [[:], ["HOME": ""], ["HOME": "", "XDG_DATA_HOME": "relative"]] {
        #expect(FileSystem.dataFolder(in: environment) == folder)
      }
      #expect(FileSystem.dataFolder(in: ["HOME": "/h"]) == "/h/.local/share")
      #expect(FileSystem.dataFolder(in: ["HOME": "/h", "XDG_DATA_HOME": "/x"]) == "/x")
    }

    @Test("save a file that is mounted on its own", .enabled(if: canMount))
    func mountedFile() throws {
      let result = try runMounting(
        #"""
        echo '{"counts": {"host": 1}, "sum": 1}' > host.json; touch tally.json
        mount --bind host.json tally.json; "$1" tally.json one 1; ls; cat host.json
        """#)
      #expect(result.lines.prefix(3) == ["1", "host.json", "tally.json"])
      #expect(result.output.contains(#""sum" : 2"#))
    }

    @Test("see what others write in a file that is mounted itself", .enabled(if: canMount))
    func changedMount() throws {
      let result = try runMounting(
        #"""
        echo '{"counts": {"host": 1}, "sum": 1}' > host.json; touch tally.json
        mount --bind host.json tally.json; "$1" tally.json one watch > log &
        while ! grep -q 1 log; do sleep 0.05; done
        echo '{"counts": {"host": 4}, "sum": 4}' > host.json; wait; cat log
        """#)
      #expect(result.lines == ["1", "4"])
    }

    @Test("see a file on a disk that is mounted later", .enabled(if: canMount))
    func mountedDisk() throws {
      let result = try runMounting(
        #"""
        mkdir disk other; "$1" disk/tally.json one watch > log &
        while ! grep -q 0 log; do sleep 0.05; done
        echo '{"counts": {"host": 4}, "sum": 4}' > other/tally.json
        mount --bind other disk; wait; cat log
        """#)
      #expect(result.lines == ["0", "4"])
    }

    private nonisolated static var canMount: Bool {
      (try? PipedResult("/usr/bin/unshare", ["-m", "true"]).ending) == .exited(0)
    }

    private func runMounting(_ script: String) throws -> PipedResult {
      let program = "\(TestSupport.Program.folder)/sharing"
      return try PipedResult(
        "/usr/bin/unshare", ["-m", "/bin/sh", "-c", script, "sh", program], in: folder)
    }
  #endif

  @Test("save in a folder whose name is not UTF-8, and nowhere if their folder is removed")
  func folders() throws {
    let save = #""$1" tally.json one 1"#
    let strange = try run(#"d=$(printf 'v\351'); mkdir "$d"; cd "$d"; \#(save) && cat tally.json"#)
    #expect(strange.lines.first == "1" && strange.output.contains(#""one" : 1"#))
    #expect(
      try run("mkdir gone; cd gone; rmdir ../gone; \(save)").lines == [
        """
        The shared key "tally" cannot be saved in tally.json: No such file or directory. The value \
        is kept in memory; the next change tries again.
        """
      ])
    #expect(!FileManager.default.fileExists(atPath: "/tally.json"))
  }

  @Test("say that a path cannot be used that leads to a name that is not UTF-8")
  func strangeLink() throws {
    let result = try run(#"ln -s "$(printf 'v\351')" tally.json; "$1" tally.json one 1; ls -A"#)
    let file = #"The shared key "tally" cannot be"#
    let reason = "the link \(try realPath())/tally.json points to a name that is not UTF-8"
    let rest = "The value is kept in memory; the next change tries again."
    #expect(
      result.lines == [
        "\(file) read from tally.json: \(reason). \(rest)",
        "\(file) saved in tally.json: \(reason). \(rest)", "tally.json",
      ])
  }

  // MARK: - Fixtures

  /// Runs a script in the folder; `$1` is the program.
  private func run(_ script: String) throws -> PipedResult {
    try PipedResult(
      "/bin/sh", ["-c", script, "sh", "\(TestSupport.Program.folder)/sharing"], in: folder)
  }

  private func realPath() throws -> String {
    URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
  }

  /// 10,000 if that is asked for, as CI does; each of them is one saving.
  private static var count: Int {
    ProcessInfo.processInfo.environment["RATCHET_SAVINGS"].flatMap(Int.init)
      ?? (Deep.isFull ? 1_000 : 10)
  }

  private static var rounds: Int { max(2, count / 100) }

  private func start(_ name: String, count: Int) throws -> TestSupport.Program {
    let null = unsafe open("/dev/null", O_RDWR)
    defer { close(null) }
    return try TestSupport.Program(
      "sharing", [folder.path("tally.json"), name, "\(count)"],
      input: null, output: null, error: STDERR_FILENO,
      // What takes 20 seconds alone has taken 80 beside other work.
      seconds: 600)
  }

  private struct Tally: Codable, Equatable {
    var counts: [String: Int] = [:]
    var sum = 0
  }

  /// What is in the file: always a whole version.
  private func tally() throws -> Tally {
    let path = folder.path("tally.json")
    guard FileManager.default.fileExists(atPath: path) else { return Tally() }
    return try JSONDecoder().decode(
      Tally.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
