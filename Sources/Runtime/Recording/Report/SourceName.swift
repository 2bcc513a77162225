/// Writes a name as Swift source, in backticks where the language requires them.
///
/// Used wherever values and changes are written as source, with the names that reflection gives.
/// Reflection gives a keyword, such as `self`, without backticks. It gives a raw identifier, such
/// as `` `my name` ``, with backticks, but with non-breaking spaces, which source may not have.
package enum SourceName {
  /// The name of a member or case after a dot, where all other keywords are names.
  package static func member(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : withPlainSpaces(name)
  }

  /// The label of an argument and its colon; `label` is what `ValueParts.label(of:)` returns.
  ///
  /// `inout` is the only keyword that needs backticks as a label.
  package static func label(_ label: String) -> String {
    label == "inout: " ? "`inout`: " : withPlainSpaces(label)
  }

  /// The name of a type, which may be nested, such as `Feature.State`.
  ///
  /// The first part may be any keyword. Keywords begin with a small letter, except for `Any` and
  /// `Self`; names that are no keywords may have backticks, too.
  package static func type(_ name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let mayBeKeyword = name.first?.isLowercase == true || ["Any", "Self"].contains(parts[0])
    // Backticks around a generic type would enclose its arguments.
    let first = mayBeKeyword && !parts[0].contains("<") ? "`\(parts[0])`" : parts[0]
    return ([withPlainSpaces(first)] + parts.dropFirst().map(member)).joined(separator: ".")
  }

  private static func withPlainSpaces(_ name: String) -> String {
    name.replacing("\u{A0}", with: " ")
  }
}
