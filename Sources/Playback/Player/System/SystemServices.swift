// SPDX-License-Identifier: Apache-2.0

public import Observation

/// A desktop service for one player at a time: media keys, the now-playing panel, casting.
@MainActor public protocol SystemService: AnyObject {
    /// Starts serving a player, which must be held weakly.
    /// - Throws: what this system lacks for the service.
    func begin(with player: Player) throws
    /// Stops serving the player. Also called when it is gone.
    func end()
}

/// Assigns the desktop's services to one of a program's players, or none.
///
/// Any number of players may play; the desktop doesn't see those that aren't active.
@MainActor @Observable public final class SystemServices {
    @ObservationIgnored private let services: [any SystemService]
    @ObservationIgnored private weak var holder: Player?
    /// The player that has the services; nil if there is none or it is gone.
    public var activePlayer: Player? {
        access(keyPath: \.activePlayer)
        return holder
    }

    /// - Parameter services: what the active player gets, in this order. A service that this system lacks doesn't prevent the others.
    public init(_ services: [any SystemService]) { self.services = services }

    func activate(_ player: Player) throws(SystemServiceError) {
        guard holder !== player else { return }
        if let previous = holder { leave(previous) }
        set(player)
        player.services = self
        var missing: [any Error] = []
        for service in services {
            do { try service.begin(with: player) } catch { missing.append(error) }
        }
        if !missing.isEmpty { throw SystemServiceError(missing) }
    }

    func deactivate(_ player: Player) {
        if holder === player { leave(player) }
    }

    /// The active player is being destroyed and can't be referred to any more.
    func forget() {
        for service in services { service.end() }
        set(nil)
    }

    private func leave(_ player: Player) {
        player.services = nil
        forget()
    }

    private func set(_ player: Player?) { withMutation(keyPath: \.activePlayer) { holder = player } }
}

/// The services that can't serve a player on this system; the others do.
public struct SystemServiceError: Error, CustomStringConvertible {
    /// One error per missing service.
    public let underlying: [any Error]

    init(_ underlying: [any Error]) { self.underlying = underlying }

    public var description: String { underlying.map { String(describing: $0) }.joined(separator: "; ") }
}

extension Player {
    /// Takes over the desktop's services from the player that has them.
    /// - Throws: if some services are missing on this system; the others work nevertheless.
    public func becomeActive(with services: SystemServices) throws(SystemServiceError) {
        if self.services !== services { resignActive() }
        try services.activate(self)
    }

    /// Returns the desktop's services. Does nothing unless this player has them.
    public func resignActive() { services?.deactivate(self) }
}
