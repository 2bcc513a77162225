import GRDB
import Hummingbird
import Logging
import Ratchet
import RatchetLogging

@main struct CartsProgram {
  static func main() async throws {
    let logger = Logger(label: "carts")
    let database = try CartDatabase(DatabaseQueue(path: "carts.sqlite"))
    prepareDependencies {
      $0.log = logSink(to: logger)
      $0[CartDatabase.self] = database
    }
    try await application(Sessions(logger: logger), port: 8080, logger: logger).runService()
  }
}

/// The server of the carts; a test asks for a free port, and is told which one it is.
func application(
  _ sessions: Sessions, port: Int, logger: Logger,
  onStart: @escaping @Sendable (_ port: Int) -> Void = { _ in }
) -> some ApplicationProtocol {
  let router = Router()
  router.add(middleware: TracingMiddleware())
  router.post("carts/:id") { request, context in
    let item = String(buffer: try await request.body.collect(upTo: 1_000))
    let id = try context.parameters.require("id")
    do {
      return try await "\(sessions.add(item, to: id))"
    } catch {
      throw HTTPError(.serviceUnavailable)
    }
  }
  router.get("carts/:id/events") { _, context in
    let counts = await sessions.counts(of: try context.parameters.require("id"))
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream"],
      body: ResponseBody { writer in
        for await count in counts.cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: "data: \(count)\n\n"))
        }
        try await writer.finish(nil)
      })
  }
  router.delete("carts/:id") { _, context in
    await sessions.close(try context.parameters.require("id"))
    return HTTPResponse.Status.noContent
  }
  return Application(
    router: router, configuration: ApplicationConfiguration(address: .hostname(port: port)),
    services: [sessions], onServerRunning: { onStart($0.localAddress?.port ?? port) },
    logger: logger)
}
