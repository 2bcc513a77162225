/// Checks the assumptions of `EnumWitnesses`, which reads enums from memory, once in a process.
///
/// Used by all code that looks inside enums. For the sample enums below, what is read from memory
/// must agree with reflection. Otherwise all case paths use reflection, which is slower.
package enum EnumMemory {
  /// Whether enums are read from memory; if not, by reflection.
  package static let isTrusted: Bool = {
    #if _ptrauth(_arm64e)
      return false
    #else
      return !PlainRun.isOn && passSelfCheck
    #endif
  }()

  /// Whether a type that is no enum is rejected, and both ways agree on a value of each layout.
  private static var passSelfCheck: Bool {
    EnumWitnesses(unchecked: Int.self) == nil
      && agree(Single.first, 1) && agree(Single.value("text"), 0)
      && agree(Several.row(id: 1, name: "row"), 1) && agree(Several.list([1]), 0)
      && agree(Several.none, 2) && agree(Several.nothing, 3)
      && agree(Boxed.wide(SIMD4(repeating: 5)), 0) && agree(Boxed.nested([1: "a"]), 1)
      && agree(Generic.value("text"), 0) && agree(Generic<Int>.both(1, UInt8(2)), 1)
      && agree(WithoutPayload.one, 0) && agree(WithoutPayload.two, 1)
      && agree(7 as Int?, 0) && agree("some" as String?, 0) && agree(nil as String?, 1)
  }

  /// Whether both ways agree on a value; `tag` is the right number of its case.
  ///
  /// In an enum, cases with a payload have the lowest tags, each group in the order of declaration.
  private static func agree<Root>(_ root: Root, _ tag: Int) -> Bool {
    // The size and stride in the table of witnesses must be right before its functions are called.
    guard
      EnumWitnesses.layout(of: Root.self) == [MemoryLayout<Root>.size, MemoryLayout<Root>.stride],
      let witnesses = EnumWitnesses(unchecked: Root.self),
      // Safe: the witnesses are `Root`'s.
      unsafe witnesses.tag(of: root) == tag
    else { return false }
    // Without reflection metadata of this module, there is nothing to compare with.
    guard let shape = EnumShape(witnesses) else { return true }
    guard shape.cases.indices.contains(tag), let reflected = CaseLevel(reflecting: root) else {
      return false
    }
    let read = shape.level(of: root)
    return read.name == reflected.name && read.payloadType == reflected.payloadType
      && "\(read.payload as Any)" == "\(reflected.payload as Any)"
  }
}

// Enums of each layout: with one payload, with several, indirect, generic, and without payloads.
private enum Single { case first, value(String) }
private enum Several { case list([Int]), row(id: Int, name: String), none, nothing }
private indirect enum Boxed { case wide(SIMD4<Double>), nested([Int: String]) }
private enum Generic<Value> { case value(Value), both(Value, UInt8) }
private enum WithoutPayload { case one, two }
