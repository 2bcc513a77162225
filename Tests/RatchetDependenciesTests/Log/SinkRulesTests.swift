import Foundation
import RatchetDependencies
import Testing

@Suite("A log sink")
struct SinkRulesTests {
  @Test("that is prepared after the first message receives the next ones, also of scopes")
  func lateSink() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let values = DependencyValues.freshScope
      say("before")
      values.withValues { say("before") }
      let found = Collected()
      prepareDependencies { $0.log = { found.add($0) } }
      say("after")
      values.withValues { say("after") }
      precondition(found.messages.map(\.text) == ["after", "after"])
    }
    #expect(lines(result, with: "before").count == 2)
    #expect(lines(result, with: "after") == [])
  }

  @Test("that logs does not receive what it logs, which goes to standard error")
  func loggingSink() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let found = Collected()
      prepareDependencies {
        $0.log = { message in
          found.add(message)
          report("inner", fileID: "Module/File.swift", line: 7)
        }
      }
      report("outer")
      precondition(found.messages.map(\.text) == ["outer"])
    }
    #expect(
      lines(result, with: "inner") == [
        """
        error: Module/File.swift:7: inner (The log sink caused this message itself, so it was \
        written to standard error.)
        """
      ])
  }

  @Test("does not receive what a task that it created logs")
  func taskOfSink() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let tasks = AsyncStream.makeStream(of: Task<Void, Never>.self)
      let found = Collected()
      prepareDependencies {
        $0.log = { message in
          found.add(message)
          tasks.continuation.yield(Task { report("from a task") })
        }
      }
      report("outer")
      var iterator = tasks.stream.makeAsyncIterator()
      await iterator.next()?.value
      precondition(found.messages.map(\.text) == ["outer"])
    }
    #expect(lines(result, with: "from a task").count == 1)
  }

  @Test("may pass messages on to the sink that it replaces")
  func decoratingSink() {
    let found = messages {
      withDependencies { values in
        let outer = values.log
        values.log = { message in
          var message = message
          message.text += "!"
          outer(message)
        }
      } operation: {
        report("text")
      }
    }
    #expect(found.map(\.text) == ["text!"])
  }

  @Test("that logs to another sink does not bring that one's messages back")
  func sinksThatLogToEachOther() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let found = Collected()
      let outer = withDependencies {
        $0.log = { message in
          found.add(message)
          DependencyValues.current.log(message)
        }
      } operation: {
        DependencyValues.capture()
      }
      withDependencies {
        $0.log = { message in
          found.add(message)
          outer.run { report("inner") }
        }
      } operation: {
        report("text")
      }
      precondition(found.messages.map(\.text) == ["text", "inner"])
    }
    #expect(lines(result, with: "inner").count == 1)
  }

  @Test("replaces another while eight threads log, and no message is lost")
  func replacingWhileThreadsLog() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let found = Collected()
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask {
            for number in 0..<500 {
              say("message \(thread * 500 + number)")
            }
          }
        }
        group.addTask { prepareDependencies { $0.log = { found.add($0) } } }
      }
      prepareDependencies { $0.log = { _ in } }
      let last = found.messages.last?.text ?? ""
      precondition(last.hasPrefix("'prepareDependencies' was called a second time.\n"), last)
      for message in found.messages.dropLast() { write(message) }
    }
    let numbers = lines(result, with: "message ").compactMap { line in
      line.split(separator: " ").last.flatMap { Int($0) }
    }
    #expect(numbers.count == 4_000)
    #expect(Set(numbers).count == 4_000)
  }
}

// MARK: - Fixtures

/// Logs what is no failure in a test, so that it goes to standard error where nothing else is set.
private func say(_ text: String) {
  DependencyValues.current.log(LogMessage(level: .info, text: text))
}

/// The lines that a process has written to standard error, of those that contain a text.
private func lines(_ result: ExitTest.Result?, with part: String) -> [String] {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    .split(separator: "\n").map(String.init).filter { $0.contains(part) }
}

private func write(_ message: LogMessage) {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
}
