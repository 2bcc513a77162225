// The numbers in parentheses refer to the notes on Swift's ABI in `EnumWitnesses.swift`.

/// Tells what kind of type a type is, from the type's metadata record: the description of a type
/// that Swift keeps at run time.
///
/// Used by case paths, which read payloads from memory for some kinds of types only, by stores, to
/// recognize states that are objects, and by code that compares or prints values of unknown types.
package enum TypeShape {
  /// A struct.
  case structure
  /// A class or existential, whose values may be of other types.
  case polymorphic
  case enumeration
  case optional
  case tuple
  /// A function or metatype, whose representation depends on the context.
  case variable
  /// A type of a kind that is not listed here.
  case unknown

  package init(of type: any Any.Type) {
    // Safe: every record starts with its kind (1).
    let kind = unsafe metadataRecord(of: type).load(as: UInt.self)
    self =
      switch kind {
      // Kinds above 0x7FF are Objective-C metaclass pointers.
      case 0, 0x800..., 0x203, 0x303, 0x305, 0x307: .polymorphic
      case 0x200: .structure
      case 0x201: .enumeration
      case 0x202: .optional
      case 0x301: .tuple
      case 0x302, 0x304, 0x306: .variable
      default: .unknown
      }
  }

  /// The types of a tuple's elements; `nil` for another type.
  static func elements(of type: any Any.Type) -> [any Any.Type]? {
    guard TypeShape(of: type) == .tuple else { return nil }
    let word = MemoryLayout<Int>.size
    // Safe: this is the record of a tuple (4). Its words are the kind, the number of elements, the
    // labels, and two for each element, of which the first is the type.
    let record = unsafe metadataRecord(of: type)
    let count = unsafe record.load(fromByteOffset: word, as: Int.self)
    return (0..<count).map { index in
      unsafe record.load(fromByteOffset: (3 + 2 * index) * word, as: Any.Type.self)
    }
  }

  /// The type of a payload without its label: `case a(x: Int)` declares a tuple of one element,
  /// which has the layout of the element.
  static func withoutLabel(_ type: any Any.Type) -> any Any.Type {
    guard let elements = elements(of: type), elements.count == 1 else { return type }
    return elements[0]
  }
}

/// The record to which a metatype points (1); readable as far as its kind's record extends.
@unsafe func metadataRecord(of type: any Any.Type) -> UnsafeRawPointer {
  unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
}

/// The static type of the value from which an `Any` was made.
///
/// `type(of:)` would return the type of the value inside it, if the static type is an existential.
package func boxedType(of value: Any) -> any Any.Type {
  func type<Boxed>(of value: Boxed) -> any Any.Type { Boxed.self }
  return type(of: value)
}
