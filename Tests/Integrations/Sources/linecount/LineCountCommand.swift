import ArgumentParser
import Ratchet

@main struct LineCountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "linecount")

  @Argument var files: [String]

  @MainActor func run() async throws {
    let store = Store(initialState: LineCounts.State()) { LineCounts() }
    for file in files { store.send(.added(file)) }
    await store.finish()
    for (file, count) in store.counts.sorted(by: { $0.key < $1.key }) { print("\(count) \(file)") }
    if !store.unreadable.isEmpty { throw ExitCode.failure }
  }
}
