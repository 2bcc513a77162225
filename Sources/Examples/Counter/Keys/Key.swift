/// What the user did at the keyboard, once the bytes of a terminal have been understood.
enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  /// A letter or sign typed with Ctrl, named as on the key: `control("c")`.
  case control(Unicode.Scalar)
  /// A character typed with Alt, which terminals send as Esc and the character.
  case alt(Unicode.Scalar)
  case escape
  case arrow(Arrow)
  /// Pasted text, however long, is one event: none of its characters is a key press.
  case paste(String)

  enum Arrow: Hashable, Sendable {
    case up, down, left, right
  }
}
