import Ratchet

extension FileStorage {
  /// Runs a program, and saves at its end, even if it fails; returns the exit status.
  @MainActor package func finish(
    complain: (String) -> Void, after run: () async throws -> Int32
  ) async throws -> Int32 {
    let status: Int32
    do {
      status = try await run()
    } catch {
      _ = try await finish(ExitStatus.notWritten, complain: complain) {}
      throw error
    }
    return try await finish(status, complain: complain) {}
  }

  /// Saves at the end of a program, and reports problems as they arrive.
  ///
  /// Saving may wait for another program that has locked the folder; a signal ends the wait. Takes
  /// the exit status so far, the source of events if the program has one, and what comes before the
  /// last save; returns the exit status.
  @MainActor package func finish(
    _ status: Int32, events: EventSource? = nil, complain: (String) -> Void,
    after prepare: @escaping @MainActor () async -> Void
  ) async throws(SystemError) -> Int32 {
    let events = if let events { events } else { try Signals.events() }
    var isSaved: Bool?
    Task { [storage] in
      await prepare()
      isSaved = await storage.flush().isEmpty
      events.pipe.wake()
    }
    let listening = Task { [arrivals] in for await _ in arrivals { events.pipe.wake() } }
    defer { listening.cancel() }
    var end: (status: Int32, time: EventSource.Instant)?
    var told: Set<String> = []
    while true {
      for problem in takeProblems() where told.insert(problem).inserted { complain(problem) }
      if let isSaved {
        return isSaved || status > ExitStatus.signal(0) ? status : ExitStatus.notWritten
      }
      if let end, .now >= end.time {
        complain("a signal has ended the program before everything was saved")
        return end.status
      }
      let event = await events.next(.none, until: end?.time)
      if case .signal(let number) = event, [SIGINT, SIGTERM, SIGHUP].contains(Int32(number)) {
        // A save that need not wait takes no longer than this.
        end = end ?? (ExitStatus.signal(Int32(number)), .now + .milliseconds(500))
      }
    }
  }
}
