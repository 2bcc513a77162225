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
    for verdict in [CaseVerdict.unknown, .wrong, .chained] {
      #expect(verdict.tag == nil)
      #expect(!verdict.isProved && !verdict.isBoxed)
    }
  }
}
