import RatchetTesting

@Suite("What is known about the case of a constructor")
struct CaseVerdictTests {
  @Test("keeps the tag, and where the payload is", arguments: [0, 1, 63, 64, 255, 65_536])
  func tags(tag: Int) {
    for isBoxed in [false, true] {
      let proved = CaseVerdict.proved(tag: tag, isBoxed: isBoxed)
      #expect(proved.tag == tag)
      #expect(proved.isProved)
      #expect(proved.isBoxed == isBoxed)
    }
    let reflected = CaseVerdict.reflected(tag: tag)
    #expect(reflected.tag == tag)
    #expect(!reflected.isProved && !reflected.isBoxed)
    for verdict in [CaseVerdict.unknown, .wrong] {
      #expect(verdict.tag == nil && verdict != reflected)
      #expect(!verdict.isProved && !verdict.isBoxed)
    }
  }
}
