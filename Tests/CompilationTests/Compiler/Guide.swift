import Foundation

/// A Markdown document with code: its sections, and its index of compiler messages.
struct Guide {
  /// What follows a heading of the second level.
  struct Section {
    let title: String
    let text: String

    /// A link to the section, as the index writes it.
    var link: String {
      let anchor = title.lowercased().replacing("`", with: "").replacing(" ", with: "-")
      return "[\(title)](#\(anchor))"
    }

    /// What the code of the section says must be reported.
    var diagnostics: [Diagnostic] {
      Snippet.all(in: text, of: title).flatMap(\.source.expected)
    }
  }

  /// A message in the index, where `…` stands for anything, and the link to the section that
  /// explains it.
  struct Entry: CustomStringConvertible {
    let message: String
    let link: String

    var description: String { "\(message): \(link)" }

    func matches(_ diagnostic: Diagnostic) -> Bool {
      var rest = diagnostic.text[...]
      return message.split(separator: "…").allSatisfy { part in
        guard let found = rest.range(of: part) else { return false }
        rest = rest[found.upperBound...]
        return true
      }
    }
  }

  let sections: [Section]

  init(_ text: String) {
    sections = text.components(separatedBy: "\n## ").dropFirst().map { section in
      let title = section.prefix { !$0.isNewline }
      return Section(title: String(title), text: String(section.dropFirst(title.count)))
    }
  }

  /// The rows of the index of compiler messages.
  var index: [Entry] {
    lines(of: "Messages of the compiler").compactMap { line in
      guard let row = line.wholeMatch(of: /\| `(.+)` \| (\[.+) \|/) else { return nil }
      return Entry(message: String(row.1), link: String(row.2))
    }
  }

  private func lines(of title: String) -> [Substring] {
    sections.first { $0.title == title }?.text.split(separator: "\n") ?? []
  }
}
