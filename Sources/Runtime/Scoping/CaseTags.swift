/// Numbers the cases of an enum type.
struct CaseTags<State> {
  private let witnesses: EnumWitnesses

  /// `nil` if the type is not an enum.
  init?() {
    guard let witnesses = EnumWitnesses(of: State.self) else { return nil }
    self.witnesses = witnesses
  }

  /// The same number for all values of a case.
  func tag(of state: State) -> Int {
    // Safe: the witnesses are those of `State`, from `init`, which is the only way to one of these.
    unsafe witnesses.tag(of: state)
  }
}
