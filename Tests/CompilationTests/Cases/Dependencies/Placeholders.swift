import Ratchet

struct Client: Sendable {
  var log: @Sendable (String, Int) async -> Void = unimplemented("Client.log")
  var stop: @Sendable () -> Void = unimplemented("Client.stop")
  var save: @Sendable (String) async throws -> Void = unimplemented("Client.save")
  var load: @Sendable () async throws -> String = unimplemented("Client.load")
  #if MISTAKE
    var name: @Sendable () -> String = unimplemented("Client.name")
  // error: invalid conversion from throwing function of type
  #else
    var name: @Sendable () -> String = unimplemented("Client.name", placeholder: "")
  #endif
}
