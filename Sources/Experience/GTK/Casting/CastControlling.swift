// SPDX-License-Identifier: Apache-2.0

/// Something else that can play: a television, a loudspeaker.
public struct CastTarget: Hashable, Sendable, Identifiable {
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// What a menu needs for playing elsewhere. Its values are followed by observation: an implementation is an `@Observable` class.
@MainActor public protocol CastControlling: AnyObject {
    /// Those that answer, as far as somebody looks for them.
    var targets: [CastTarget] { get }
    /// Where it plays now; nil for this machine.
    var target: CastTarget? { get }
    /// Why playing elsewhere did not begin, or has ended by itself; nil while all is well.
    var failure: String? { get }
    /// Somebody wants to choose: look for targets from now on. Called again and again.
    func look()
    /// Goes over to a target.
    func cast(to target: CastTarget)
    /// Comes back to this machine.
    func stop()
}
