@_exported public import RatchetDependencies
