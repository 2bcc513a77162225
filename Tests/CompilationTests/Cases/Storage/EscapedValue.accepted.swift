// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

func reset(_ guarded: Locked<Cache>) {
  guarded.withLock { $0.facts = [:] }
}
