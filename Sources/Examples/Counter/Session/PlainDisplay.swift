import Console

/// Shows changes as lines of text, for pipes and files.
struct PlainDisplay: Display {
  let pause: Duration = .zero

  private let output: Output
  private var lines = PlainLines()
  private var pending = ""

  init(output: Output) {
    self.output = output
  }

  mutating func note(_ changes: [Change]) {
    for line in lines.lines(for: changes) { pending += line + "\n" }
  }

  mutating func draw(_ screen: Screen) throws(SystemError) {
    defer { pending = "" }
    if !pending.isEmpty { try output.write(pending) }
  }

  mutating func finish(count: Int, summary: String) throws(SystemError) {
    if let line = lines.lastLine(count: count) { pending += line + "\n" }
    if !pending.isEmpty { try output.write(pending) }
  }

  // Nothing was taken, and the shell stops and continues the program without our doing.
  mutating func start() {}
  mutating func stopProcess() {}
  mutating func takeOver() {}
  mutating func resize() {}
  mutating func restore() {}
}
