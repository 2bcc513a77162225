@_exported public import RatchetDependencies

// Only this function, so that 'import Ratchet' makes no other name of 'Observation' visible, such
// as 'Observable'.
@_exported public import func Observation.withObservationTracking
