@_exported public import RatchetDependencies

// Alone, so that 'import Ratchet' makes no other name of the module visible, such as 'Observable'.
@_exported public import func Observation.withObservationTracking
