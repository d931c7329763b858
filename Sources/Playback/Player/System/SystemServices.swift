// SPDX-License-Identifier: Apache-2.0

public import Observation

/// Something that a desktop offers to one player at a time: media keys, the panel of what is playing, casting.
@MainActor public protocol SystemService: AnyObject {
    /// Serves a player from now on. It is to be held weakly.
    /// - Throws: what this machine lacks for it.
    func begin(with player: Player) throws
    /// Serves it no more. Called when it is gone, too.
    func end()
}

/// Which of the players of a program the desktop's services are for: one, or none.
///
/// Any number of players may play; those that are not active are not seen by the desktop.
@MainActor @Observable public final class SystemServices {
    @ObservationIgnored private let services: [any SystemService]
    @ObservationIgnored private weak var holder: Player?
    /// Nil again when the player is gone.
    public var activePlayer: Player? {
        access(keyPath: \.activePlayer)
        return holder
    }

    public init(_ services: [any SystemService]) { self.services = services }

    func activate(_ player: Player) throws(SystemServiceError) {
        guard holder !== player else { return }
        if let former = holder { leave(former) }
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

    /// The active player is going: it can't be referred to any more.
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

/// What of the desktop can't serve a player; the rest does.
public struct SystemServiceError: Error, CustomStringConvertible {
    /// One for each service that is missing.
    public let underlying: [any Error]

    init(_ underlying: [any Error]) { self.underlying = underlying }

    public var description: String { underlying.map { String(describing: $0) }.joined(separator: "; ") }
}

extension Player {
    /// Takes the desktop's services over from whichever player has them.
    /// - Throws: when some are missing on this machine; the others serve all the same.
    public func becomeActive(with services: SystemServices) throws(SystemServiceError) {
        if self.services !== services { resignActive() }
        try services.activate(self)
    }

    /// Gives the desktop's services back. Does nothing unless this player has them.
    public func resignActive() { services?.deactivate(self) }
}
