/// From how many changes at once on screens read again what they show, instead of applying one after the other.
package enum ManyChanges {
    /// Up to this number, changes of one operation are published one by one. Each costs every screen a step on the main actor.
    package static let ofOneOperation = 50
    /// Up to this number, changes by other processes are published one by one.
    package static let ofOthers = 200
}
