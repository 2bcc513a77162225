// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

func replace(_ guarded: Locked<Cache>, by cache: Cache) {
  guarded.withLock { $0 = cache }  // error: 'inout sending' parameter '$0' cannot be task-isolated
}
