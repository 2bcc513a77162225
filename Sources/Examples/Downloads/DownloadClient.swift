import Console
import Foundation
import Ratchet
import WebClient

/// A client that fetches files and keeps partial ones after an interruption or cancellation.
struct DownloadClient: DependencyKey {
  /// Returns when the file is complete; reports its progress until then.
  ///
  /// Throws `PresentFile`, without asking the server, if there is a file of this name.
  var fetch:
    @Sendable (
      _ source: Source, _ progress: @escaping @Sendable (Download.Progress) async -> Void
    ) async throws -> Void

  static let liveValue = http(into: ".")

  static let testValue = DownloadClient(fetch: unimplemented("DownloadClient.fetch"))

  /// A client that writes the files to a folder.
  static func http(into folder: String) -> DownloadClient {
    DownloadClient { source, progress in
      try await fetch(source.url, to: "\(folder)/\(source.name)", progress)
    }
  }

  /// How long to wait for more of a file.
  static let timeout: Duration = .seconds(10)

  /// Off the main actor, since it writes to disk.
  @concurrent private static func fetch(
    _ url: URL, to path: String, _ progress: @Sendable (Download.Progress) async -> Void
  ) async throws {
    if let size = try FileSystem.size(of: path) { throw PresentFile(size: size) }
    let file = try PartialFile(of: path, from: url.absoluteString)
    // Requests the rest, or the whole file if the server has another version by now.
    var fields = file.version.map { ["Range": "bytes=\(file.count)-", "If-Range": $0] } ?? [:]
    // Compressed content would have other positions.
    fields["Accept-Encoding"] = "identity"
    let response = try await HTTPResponse(getting: url, fields, timeout: timeout, redirects: 5)
    if try prepare(file, for: response) {
      await progress(Download.Progress(received: file.count, total: file.count))
      return try file.commit()
    }
    let total = response.length.map { file.count + $0 }
    let (start, begin) = (file.count, ContinuousClock.now)
    await progress(Download.Progress(received: file.count, total: total))
    while let bytes = try await response.nextBytes() {
      try file.append(bytes)
      // What comes in the first moment says nothing about the speed.
      let seconds = (ContinuousClock.now - begin) / .seconds(1)
      let speed = seconds < 0.5 ? nil : Int(Double(file.count - start) / seconds)
      await progress(Download.Progress(received: file.count, total: total, speed: speed))
    }
    // A server may send less than the rest that was asked for: `bytes 1000-1999/5000`.
    let whole = response["Content-Range"]?.split(separator: "/").last.flatMap { Int($0) }
    if response.status == 206, let whole, file.count < whole {
      throw HTTPError("the server has sent only a part of the rest", isPassing: true)
    }
    try file.commit()
  }

  /// Makes the partial file match the start of a response's content.
  ///
  /// Returns whether the file is complete: an earlier run may have ended between the last byte and
  /// the rename.
  private static func prepare(_ file: PartialFile, for head: HTTPResponse) throws -> Bool {
    switch (head.status, head["Content-Range"]) {
    case (200, _):
      // A weak tag, and a date, may be those of several versions: parts of them cannot be joined.
      try file.restart(version: head["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 })
    case (206, let range?)
    where file.version != nil && range.hasPrefix("bytes \(file.count)-")
      && (head["ETag"] ?? file.version) == file.version:
      break
    case (416, "bytes */\(file.count)") where file.version != nil:
      return true
    case (206, _) where file.version != nil, (416, _) where file.version != nil:
      try file.restart(version: nil)
      throw DownloadError.restarted
    case (206, _):
      throw DownloadError.otherPart
    default:
      throw DownloadError.status(head.status)
    }
    return false
  }
}

/// Why nothing was downloaded: an earlier run, or something else, has made a file of this name.
struct PresentFile: Error {
  let size: Int
}

/// Why a file could not be downloaded.
enum DownloadError: Error, Codable, Equatable, Sendable {
  case unreachable(HTTPError)
  case status(Int)
  /// The server has not sent the requested part.
  case otherPart
  /// The partial file could not be resumed: it was deleted, and the download starts over.
  case restarted
  /// Another process is writing the file.
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

  /// Whether another attempt is worthwhile.
  var isPassing: Bool {
    switch self {
    case .unreachable(let error): error.isPassing
    case .otherPart, .notWritten: false
    case .status(let code): code >= 500 || code == 408 || code == 429
    case .restarted, .busy: true
    }
  }

  var message: String {
    switch self {
    case .unreachable(let error): error.reason
    case .status(let code): "status \(code) from the server"
    case .otherPart: "another part than the one asked for, from the server"
    case .restarted: "it cannot be continued, and begins anew"
    case .busy: "another program downloads it"
    case .notWritten(let reason): "\(reason), writing it"
    }
  }
}
