// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

#if MISTAKE
  func replace(_ guarded: Locked<Cache>, by cache: Cache) {
    guarded.withLock { $0 = cache }  // error: parameter '$0' cannot be task-isolated
  }
#else
  func reset(_ guarded: Locked<Cache>) {
    guarded.withLock { $0 = Cache() }
  }
#endif
