// SPDX-License-Identifier: Apache-2.0

/// Another device that can play media, such as a television or a loudspeaker.
public struct CastTarget: Hashable, Sendable, Identifiable {
    public var id: String
    /// The name of the device for display.
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// The model behind a cast menu. The UI observes its properties, so implementations are `@Observable` classes.
@MainActor public protocol CastControlling: AnyObject {
    /// The devices found by the current search.
    var targets: [CastTarget] { get }
    /// The device that is playing; nil for this machine.
    var target: CastTarget? { get }
    /// Why casting failed to start or ended unexpectedly; nil if there is no error.
    var failure: String? { get }
    /// Starts searching for targets because the user opened the menu. May be called repeatedly.
    func look()
    /// Moves playback to a target.
    func cast(to target: CastTarget)
    /// Moves playback back to this machine.
    func stop()
}
