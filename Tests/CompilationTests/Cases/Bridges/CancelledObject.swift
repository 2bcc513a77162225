import Ratchet

#if MISTAKE
  final class Request {
    func cancel() {}
  }
#else
  final class Request: Sendable {
    func cancel() {}
  }
#endif

func fact(_ start: (@escaping @Sendable (String) -> Void) -> Request) async throws -> String {
  try await withCompletionHandler { handler in
    let request = start { handler($0) }
    handler.onCancel { request.cancel() }  // error: capture of 'request' with non-Sendable type
  }
}
