/// Checks the assumptions of `EnumWitnesses` once in a process.
///
/// What is read from the memory of the library's enums must agree with reflection. Otherwise all
/// case paths use reflection.
package enum EnumMemory {
  /// Whether enums are read from memory; if not, by reflection.
  package static let isTrusted: Bool = {
    #if _ptrauth(_arm64e)
      return false
    #else
      return !PlainRun.isOn && passSelfCheck
    #endif
  }()

  private static var passSelfCheck: Bool {
    EnumWitnesses(unchecked: Int.self) == nil
      && agree(Single.first, 1) && agree(Single.value("text"), 0)
      && agree(Several.row(id: 1, name: "row"), 1) && agree(Several.list([1]), 0)
      && agree(Several.none, 2) && agree(Several.nothing, 3)
      && agree(Boxed.wide(SIMD4(repeating: 5)), 0) && agree(Boxed.nested([1: "a"]), 1)
      && agree(Generic.value("text"), 0) && agree(Generic<Int>.both(1, UInt8(2)), 1)
      && agree(Empty.one, 0) && agree(Empty.two, 1)
      && agree(7 as Int?, 0) && agree("some" as String?, 0) && agree(nil as String?, 1)
  }

  /// Whether both ways agree on a value, which has this tag.
  private static func agree<Root>(_ root: Root, _ tag: Int) -> Bool {
    // Before any function of the table is called, its numbers must be right.
    guard
      EnumWitnesses.layout(of: Root.self) == [MemoryLayout<Root>.size, MemoryLayout<Root>.stride],
      let witnesses = EnumWitnesses(unchecked: Root.self),
      // Safe: the witnesses are `Root`'s.
      unsafe witnesses.tag(of: root) == tag
    else { return false }
    // Without reflection metadata of this module, there is nothing to compare with.
    guard let shape = EnumShape(witnesses) else { return true }
    guard shape.cases.indices.contains(tag), let told = CaseLevel(reflecting: root) else {
      return false
    }
    let read = shape.level(of: root)
    return read.name == told.name && read.payloadType == told.payloadType
      && "\(read.payload as Any)" == "\(told.payload as Any)"
  }
}

private enum Single { case first, value(String) }
private enum Several { case list([Int]), row(id: Int, name: String), none, nothing }
private indirect enum Boxed { case wide(SIMD4<Double>), nested([Int: String]) }
private enum Generic<Value> { case value(Value), both(Value, UInt8) }
private enum Empty { case one, two }
