import Testing

@testable import Ratchet

@Suite("What is known about a case constructor")
struct CaseKnowledgeTests {
  @Test("is the first verdict, until one says that the function is wrong")
  func verdicts() {
    let knowledge = CaseKnowledge()
    #expect(knowledge.verdict == .unknown)
    #expect(knowledge.settle(.projected(tag: 3)))
    #expect(!knowledge.settle(.reflected(tag: 1)))
    #expect(knowledge.verdict == .projected(tag: 3))
    #expect(knowledge.settle(.wrong))
    #expect(!knowledge.settle(.wrong))
    #expect(knowledge.verdict == .wrong)
  }

  @Test("is kept for the lowest and the highest tags", arguments: [0, 1, 63, 64, 255, 256, 65_535])
  func tags(tag: Int) {
    for verdict in [
      CaseVerdict.projected(tag: tag), .projected(tag: tag, .withoutTag),
      .projected(tag: tag, .boxed), .reflected(tag: tag), .empty(tag: tag),
    ] {
      let knowledge = CaseKnowledge()
      for other in 0..<300 where other != tag { knowledge.noteOther(other) }
      #expect(knowledge.verdict == .unknown)
      #expect(knowledge.settle(verdict, withDoubt: true))
      #expect(knowledge.verdict == verdict)
      #expect(!knowledge.isOtherCase(tag))
    }
  }

  @Test("tells a proved case from all others at once, where no other is in doubt")
  func certain() {
    let knowledge = CaseKnowledge()
    #expect(knowledge.glance(at: 3) == .unclear)
    _ = knowledge.settle(.projected(tag: 3))
    #expect(knowledge.glance(at: 3) == .payload(.inPlace))
    #expect([0, 2, 4, 42, 43, 65_535].allSatisfy { knowledge.glance(at: $0) == .otherCase })
  }

  @Test("tells another case at once after it was examined, where others are in doubt")
  func doubtful() {
    let knowledge = CaseKnowledge()
    knowledge.noteOther(0)
    _ = knowledge.settle(.projected(tag: 3), withDoubt: true)
    #expect(knowledge.glance(at: 3) == .payload(.inPlace))
    #expect(knowledge.glance(at: 0) == .otherCase)
    #expect([1, 2, 4, 42].allSatisfy { knowledge.glance(at: $0) == .unclear })
    knowledge.noteOther(42)
    #expect(knowledge.glance(at: 42) == .otherCase)
    #expect(knowledge.glance(at: 41) == .unclear)
    #expect(knowledge.verdict == .projected(tag: 3))
  }

  @Test("keeps tags of any size")
  func highTags() {
    let knowledge = CaseKnowledge()
    _ = knowledge.settle(.projected(tag: 3), withDoubt: true)
    for tag in [43, 63, 64, 107, 255, 256, 65_535] {
      #expect(knowledge.glance(at: tag) == .unclear)
      knowledge.noteOther(tag)
      #expect(knowledge.glance(at: tag) == .otherCase)
    }
    #expect(knowledge.glance(at: 65) == .unclear)
    #expect(knowledge.verdict == .projected(tag: 3))
  }

  @Test("keeps one verdict of many threads, and all tags that they note")
  func threads() async {
    let knowledge = CaseKnowledge()
    let stored = await withTaskGroup(of: Bool.self) { group in
      for tag in 0..<43 {
        group.addTask {
          knowledge.noteOther(tag)
          return knowledge.settle(.reflected(tag: tag), withDoubt: true)
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(stored == 1)
    #expect(knowledge.verdict.tag.map { (0..<43).contains($0) } == true)
    #expect((0..<43).allSatisfy { knowledge.isOtherCase($0) })
  }
}
