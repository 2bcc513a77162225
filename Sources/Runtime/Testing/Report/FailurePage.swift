import Foundation
import RatchetReports
import Testing

/// Writes an HTML page that shows the runs of a failing exploration (`exploreSchedules`) or
/// simulation (`simulate`), into the folder that the environment variable `RATCHET_PAGES` names.
///
/// Used when an exploration or a simulation fails: both repeat the failing run to collect what the
/// page shows. Does not overwrite pages: a later page for the same line gets a number.
struct FailurePage {
  /// The path of the folder, which tests of the library change; `nil` if no pages are wanted.
  @TaskLocal static var folder: String? = {
    let folder = ProcessInfo.processInfo.environment["RATCHET_PAGES"]
    return folder?.isEmpty == true ? nil : folder
  }()

  let folder: URL
  /// The name of the failing test, or the place of the failure if no test is known.
  let title: String
  /// The name of the page's file, without its extension.
  private let name: String

  /// Returns `nil` if no pages are wanted.
  init?(at location: SourceLocation) {
    guard let folder = Self.folder else { return nil }
    self.folder = URL(filePath: folder, directoryHint: .isDirectory)
    let file = location.fileName.replacing(".swift", with: "")
    title = Test.current?.displayName ?? Test.current?.name ?? "\(file), line \(location.line)"
    name = "\(file)-\(location.line)"
  }

  /// Runs the test, and returns what each test store that it makes did; `name` is the title of the
  /// run on the page.
  @MainActor func runs(
    named name: String, of test: @MainActor () async -> Void
  ) async -> [RecordedRun] {
    let page = RunPage(program: title)
    await RunPage.$current.withValue(page) { await test() }
    return page.runs(named: name)
  }

  /// Runs a test once more and writes its page; returns the text for the failure, which names the
  /// file.
  @MainActor func text(ofRun name: String, _ test: @MainActor () async -> Void) async -> String {
    write(await runs(named: name, of: test))
  }

  /// Writes the page beside earlier ones; returns what a failure says about it.
  func write(_ runs: [RecordedRun]) -> String {
    do {
      let page = try PageText.page(title: title, runs)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return "\n\nAs a page: \(try write(page, number: 1).path)"
    } catch {
      return "\n\nA page could not be written to \(folder.path): \(error.localizedDescription)"
    }
  }

  /// Writes the page to the first file that does not exist yet; `number` is the first one to try.
  private func write(_ page: String, number: Int) throws -> URL {
    let file = folder.appending(path: number == 1 ? "\(name).html" : "\(name)-\(number).html")
    do {
      try Data(page.utf8).write(to: file, options: .withoutOverwriting)
      return file
    } catch CocoaError.fileWriteFileExists {
      return try write(page, number: number + 1)
    }
  }
}
