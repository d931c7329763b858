// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// Keeps the screen on while video plays, for any number of players.
///
/// A session without `org.freedesktop.ScreenSaver` is not an error; nothing happens then.
@MainActor public final class IdleInhibitor {
    private let bus: BusConnection
    private let application: String
    private var rule = IdleRule()
    private var cookie: UInt32?
    private var following: [ObjectIdentifier: Task<Void, Never>] = [:]
    private var asking: Task<Void, Never>?

    /// - Parameter application: name shown in the desktop's list of inhibitors.
    public init(on bus: BusConnection, application: String) {
        self.bus = bus
        self.application = application
    }

    isolated deinit {
        for task in following.values { task.cancel() }
    }

    /// Keeps the screen on while this player shows moving video, until ``leave(_:)`` or the end of the player.
    public func follow(_ player: Player) {
        let id = ObjectIdentifier(player)
        following[id]?.cancel()
        guard player.configuration.preventsDisplaySleep else { return }
        following[id] = Task { [weak self, updates = player.propertiesUpdates] in
            for await properties in updates {
                self?.handle(id, properties.playbackState == .playing && properties.mediaType == .video)
            }
            // The player was released.
            self?.handle(id, false)
        }
    }

    /// Stops following a player. The screen may go dark again unless another one needs it.
    public func leave(_ player: Player) {
        let id = ObjectIdentifier(player)
        following.removeValue(forKey: id)?.cancel()
        handle(id, false)
    }

    private func handle(_ id: ObjectIdentifier, _ isMoving: Bool) {
        guard let inhibits = rule.handle(id, isMoving) else { return }
        // One request at a time, otherwise a late reply could leave the screen on forever.
        asking = Task { [previous = asking] in
            await previous?.value
            if inhibits { await inhibit() } else { await release() }
        }
    }

    private static let service = "org.freedesktop.ScreenSaver"
    private static let path = "/org/freedesktop/ScreenSaver"

    private func inhibit() async {
        let response = try? await bus.call(
            Self.service, Self.path, Self.service, "Inhibit", [.string(application), .string("A video is playing")])
        cookie = response?.first?.integer.flatMap { UInt32(exactly: $0) }
    }

    private func release() async {
        guard let cookie else { return }
        self.cookie = nil
        _ = try? await bus.call(Self.service, Self.path, Self.service, "UnInhibit", [.uint32(cookie)])
    }
}

/// Whether the screen should stay on: while at least one player needs it.
struct IdleRule {
    private var holders: Set<ObjectIdentifier> = []

    /// - Returns: the new state for the desktop; nil if nothing changes.
    mutating func handle(_ id: ObjectIdentifier, _ isMoving: Bool) -> Bool? {
        let wasHeld = !holders.isEmpty
        if isMoving { holders.insert(id) } else { holders.remove(id) }
        return holders.isEmpty == wasHeld ? !wasHeld : nil
    }
}
