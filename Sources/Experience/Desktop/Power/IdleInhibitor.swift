// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// Keeps the screen from going dark while a picture plays, for any number of players.
///
/// A session without `org.freedesktop.ScreenSaver` has nothing to keep: that is no error.
@MainActor public final class IdleInhibitor {
    private let bus: BusConnection
    private let application: String
    private var rule = IdleRule()
    private var cookie: UInt32?
    private var following: [ObjectIdentifier: Task<Void, Never>] = [:]
    private var asking: Task<Void, Never>?

    /// - Parameter application: for the list of what keeps the screen on.
    public init(on bus: BusConnection, application: String) {
        self.bus = bus
        self.application = application
    }

    isolated deinit {
        for task in following.values { task.cancel() }
    }

    /// The screen stays on while this player shows moving pictures, until ``leave(_:)`` or the end of the player.
    public func follow(_ player: Player) {
        let id = ObjectIdentifier(player)
        following[id]?.cancel()
        guard player.configuration.preventsDisplaySleep else { return }
        following[id] = Task { [weak self, updates = player.propertiesUpdates] in
            for await properties in updates {
                self?.handle(id, properties.playbackState == .playing && properties.mediaType == .video)
            }
            // The player is gone.
            self?.handle(id, false)
        }
    }

    public func leave(_ player: Player) {
        let id = ObjectIdentifier(player)
        following.removeValue(forKey: id)?.cancel()
        handle(id, false)
    }

    private func handle(_ id: ObjectIdentifier, _ isMoving: Bool) {
        guard let wanted = rule.handle(id, isMoving) else { return }
        // One question after the other, or an answer that comes late would leave the screen on for ever.
        asking = Task { [former = asking] in
            await former?.value
            if wanted { await inhibit() } else { await release() }
        }
    }

    private static let service = "org.freedesktop.ScreenSaver"
    private static let path = "/org/freedesktop/ScreenSaver"

    private func inhibit() async {
        let answer = try? await bus.call(
            Self.service, Self.path, Self.service, "Inhibit", [.string(application), .string("A video is playing")])
        cookie = answer?.first?.integer.flatMap { UInt32(exactly: $0) }
    }

    private func release() async {
        guard let cookie else { return }
        self.cookie = nil
        _ = try? await bus.call(Self.service, Self.path, Self.service, "UnInhibit", [.uint32(cookie)])
    }
}

/// Whether the screen is to stay on: as long as one player wants it.
struct IdleRule {
    private var holders: Set<ObjectIdentifier> = []

    /// - Returns: what to tell the desktop; nil when nothing changes.
    mutating func handle(_ id: ObjectIdentifier, _ isMoving: Bool) -> Bool? {
        let wasHeld = !holders.isEmpty
        if isMoving { holders.insert(id) } else { holders.remove(id) }
        return holders.isEmpty == wasHeld ? !wasHeld : nil
    }
}
