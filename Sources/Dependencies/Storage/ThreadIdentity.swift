#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The identity of a thread for as long as that thread lives.
struct ThreadIdentity: Hashable, Sendable {
  private let address: UInt

  static var current: ThreadIdentity {
    #if canImport(Glibc)
      ThreadIdentity(address: pthread_self())
    #else
      unsafe ThreadIdentity(address: UInt(bitPattern: pthread_self()))
    #endif
  }
}
