import Foundation
import Ratchet

/// A process that counts in a shared key which is kept in a file, together with others.
///
/// `sharing FILE NAME COUNT [BYTES]`: so many times, adds 1 to the number of a name, saves, and
/// prints how often it has. It can write no more bytes to a file than that, as on a full disk.
/// `sharing FILE NAME support`: adds 1 in a file of the folder of the program, and saves.
/// `sharing FILE NAME watch`: prints the sum, and when it changes, the new one.
/// `sharing FILE NAME unsaved`: adds 1 in the storage of the program, and ends without saving.
@main enum Main {
  static func main() async {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[3] == "unsaved" {
      let key = SharedKey("tally", default: Tally(), in: .file(arguments[1]))
      SharedStorage.live.change(key) { $0.count(arguments[2]) }
      return
    }
    if arguments.count == 4, arguments[3] == "support" {
      let location = SharedLocation<Tally>.file(in: .applicationSupport, arguments[1])
      SharedStorage.live.change(SharedKey("tally", default: Tally(), in: location)) {
        $0.count(arguments[2])
      }
      await SharedStorage.live.flush()
      return
    }
    if arguments.count == 4, arguments[3] == "watch" {
      let key = SharedKey("tally", default: Tally(), in: .file(arguments[1]))
      let first = await key.load().sum
      say("\(first)\n")
      while SharedStorage.live.value(of: key)?.sum ?? first == first {
        try? await Task.sleep(for: .milliseconds(20))
      }
      say("\(SharedStorage.live.value(of: key)?.sum ?? 0)\n")
      return
    }
    guard 4...5 ~= arguments.count, let count = Int(arguments[3]) else {
      print("usage: sharing FILE NAME COUNT [BYTES]")
      return
    }
    if arguments.count == 5, let bytes = rlim_t(arguments[4]) { limitFiles(to: bytes) }
    let key = SharedKey(
      "tally", default: Tally(), in: .file(arguments[1]), merge: Tally.merged)
    let storage = SharedStorage.files { print($0) }
    await withDependencies {
      $0.sharedStorage = storage
    } operation: {
      _ = await key.load()
    }
    for saved in 1...max(1, count) {
      storage.change(key) { $0.count(arguments[2]) }
      if await storage.flush().isEmpty { say("\(saved)\n") }
    }
  }
}

/// Makes it an error to write more to a file.
private func limitFiles(to bytes: rlim_t) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
  #if canImport(Glibc)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    unsafe setrlimit(RLIMIT_FSIZE, &limit)
  #endif
}

/// Prints at once: the line is to be there when the process is killed.
private func say(_ text: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
}

/// How often each process has counted; the sum tells whether it is whole.
private struct Tally: Codable, Equatable, Sendable {
  var counts: [String: Int] = [:]
  var sum = 0

  mutating func count(_ name: String) {
    counts[name, default: 0] += 1
    sum += 1
  }

  static func merged(_ base: Tally, _ mine: Tally, _ theirs: Tally) -> Tally {
    var all = theirs
    for (name, count) in mine.counts {
      let added = count - (base.counts[name] ?? 0)
      all.counts[name, default: 0] += added
      all.sum += added
    }
    return all
  }
}
