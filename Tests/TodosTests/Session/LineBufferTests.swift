import Testing

@testable import todos

@Suite("The input")
struct LineBufferTests {
  @Test(
    "is cut into the same lines, however its bytes come",
    arguments: 1...12)
  func pieces(_ size: Int) {
    let text = "add Milk\r\n\nadd Käse 🧀\nquit"
    var buffer = LineBuffer()
    var lines: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      buffer.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      while let line = buffer.nextLine() { lines.append(line) }
    }
    #expect(lines == ["add Milk", "", "add Käse 🧀"])
    #expect(buffer.lastLine() == "quit")
    #expect(buffer.lastLine() == nil)
  }

  @Test("that is not UTF-8 is read as well as it can be")
  func invalid() {
    var buffer = LineBuffer()
    buffer.append([0x61, 0xFF, 0x0A])
    #expect(buffer.nextLine() == "a\u{FFFD}")
  }
}
