import Console
import Foundation
import Ratchet

/// Fetches files; what has come of one is kept when it is interrupted or cancelled.
struct DownloadClient: DependencyKey {
  /// Returns when the file is here whole; tells of its progress until then.
  var fetch:
    @Sendable (
      _ source: Source, _ progress: @escaping @Sendable (Download.Progress) async -> Void
    ) async throws -> Void

  static let liveValue = http(into: ".")

  static let testValue = DownloadClient(fetch: unimplemented("DownloadClient.fetch"))

  /// Writes the files to a folder.
  static func http(into folder: String) -> DownloadClient {
    DownloadClient { source, progress in
      try await fetch(source.url, to: "\(folder)/\(source.name)", progress)
    }
  }

  /// How long nothing may come of a file.
  static let patience: Duration = .seconds(10)

  /// Beside the main actor, since it writes to the disk.
  @concurrent private static func fetch(
    _ url: URL, to path: String, _ progress: @Sendable (Download.Progress) async -> Void
  ) async throws {
    // A run before this one has finished it.
    if let size = try FileSystem.size(of: path) {
      return await progress(Download.Progress(received: size, total: size))
    }
    let file = try PartialFile(of: path, from: url.absoluteString)
    // The rest of what there is; all of it, if the server has another version by now.
    let fields = file.version.map { ["Range": "bytes=\(file.count)-", "If-Range": $0] }
    var response = try await HTTPResponse(getting: url, fields ?? [:], patience: patience)
    if try prepare(file, for: response.head) { return try file.commit() }
    let total = response.head.length.map { file.count + $0 }
    await progress(Download.Progress(received: file.count, total: total))
    while let bytes = try await response.nextBytes() {
      try file.append(bytes)
      await progress(Download.Progress(received: file.count, total: total))
    }
    try file.commit()
  }

  /// Makes what there is of a file the beginning of what an answer contains.
  ///
  /// Returns whether nothing is missing: a run may have ended between the last byte and the new
  /// name.
  private static func prepare(_ file: PartialFile, for head: HTTPHead) throws -> Bool {
    switch (head.status, head["Content-Range"]) {
    case (200, _):
      try file.restart(version: head["ETag"] ?? head["Last-Modified"])
    case (206, let range?) where file.version != nil && range.hasPrefix("bytes \(file.count)-"):
      break
    case (206, _):
      throw DownloadError.otherPart
    case (416, let range) where file.version != nil:
      if range == "bytes */\(file.count)" { return true }
      try file.restart(version: nil)
      throw DownloadError.restarted
    default:
      throw DownloadError.status(head.status)
    }
    return false
  }
}

/// Why a file does not come.
enum DownloadError: Error, Codable, Equatable, Sendable {
  case unreachable(HTTPError)
  case status(Int)
  /// The server has not sent the part that it was asked for.
  case otherPart
  /// What there is of the file cannot be continued: it was deleted, and begins anew.
  case restarted
  /// Somebody else writes the file.
  case busy
  case notWritten(String)

  init(_ error: any Error) {
    self =
      switch error {
      case let error as DownloadError: error
      case let error as HTTPError: .unreachable(error)
      case let error as SystemError where error.code == EWOULDBLOCK: .busy
      case let error as SystemError: .notWritten(error.reason)
      default: .notWritten("\(error)")
      }
  }

  /// Whether it is worth another attempt.
  var isPassing: Bool {
    switch self {
    case .unreachable(.unknownHost), .otherPart, .notWritten: false
    case .status(let code): code >= 500 || code == 408 || code == 429
    case .unreachable, .restarted, .busy: true
    }
  }

  var message: String {
    switch self {
    case .unreachable(let error): error.reason
    case .status(let code): "the server answered with status \(code)"
    case .otherPart: "the server sent another part than it was asked for"
    case .restarted: "it cannot be continued, and begins anew"
    case .busy: "another program downloads it"
    case .notWritten(let reason): "it cannot be written: \(reason)"
    }
  }
}
