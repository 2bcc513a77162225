import Console
import Foundation
import Ratchet
import WebClient

extension FactClient {
  /// The longest answer to read, in bytes.
  private static let maxLength = 100_000

  /// Asks a web server: `GET URL/<n>`, answered with status 200 and UTF-8 text.
  static func http(_ base: URL) -> FactClient {
    FactClient { number in
      // The counter's own limit ends it earlier.
      let response = try await HTTPResponse(
        getting: base.appending(path: "\(number)"), timeout: Counter.factLimit * 2)
      guard response.status == 200 else { throw FactError.status(response.status) }
      let bytes = try await response.contents(upTo: maxLength)
      guard let text = String(validating: bytes, as: UTF8.self) else { throw FactError.notText }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Fetches with a time limit, and turns any error into one that can be shown.
  func answer(
    about number: Int, within limit: Duration, on clock: any Clock<Duration>
  ) async -> Counter.Answer {
    do {
      let text = try await withTimeLimit(limit, on: clock) { try await fetch(number) }
      return text.map(Counter.Answer.success) ?? .failure(.timedOut(limit))
    } catch {
      let reason = (error as? HTTPError)?.reason ?? "\(error)"
      return .failure(error as? FactError ?? .unreachable(reason))
    }
  }
}
