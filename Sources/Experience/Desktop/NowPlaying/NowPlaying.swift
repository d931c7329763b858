// SPDX-License-Identifier: Apache-2.0

import Glibc
import Observation
import WindowboxMedia
public import WindowboxPlayer

/// Shows the active player in the desktop's media controls, and handles media keys and panels (MPRIS 2.2).
///
/// A `SystemService`: it serves the player on which `Player.becomeActive(with:)` was called.
@MainActor public final class NowPlaying: SystemService {
    /// How the program identifies itself to the desktop.
    public struct Identity: Hashable, Sendable {
        /// Display name.
        public var name: String
        /// Name of the `.desktop` file, without its extension.
        public var desktopEntry: String?
        /// The last part of the bus name: letters, digits and underscores.
        public var busName: String

        public init(name: String, desktopEntry: String? = nil, busName: String) {
            self.name = name
            self.desktopEntry = desktopEntry
            self.busName = busName
        }
    }

    /// Called when a panel asks to show the window; if nil, panels can't.
    public var onRaise: (@MainActor () -> Void)?
    /// Called when a panel asks the program to quit; if nil, panels can't.
    public var onQuit: (@MainActor () -> Void)?

    private let identity: Identity
    private let bus: BusConnection
    private weak var player: Player?
    private var offers: [BusRegistration] = []
    private var name: String?
    /// Requests a bus name; its value is the name, or nil if none was available.
    private(set) var nameRequest: Task<String?, Never>?
    /// Releases the previous name.
    private(set) var nameRelease: Task<Void, Never>?
    private var following: [Task<Void, Never>] = []
    private var state = NowPlayingState.nothing
    private let cover = CoverFile()
    private var items = 0
    private weak var item: PlayerItem?

    /// - Parameters:
    ///   - identity: how the desktop names the program.
    ///   - bus: the session bus.
    public init(_ identity: Identity, on bus: BusConnection) {
        self.identity = identity
        self.bus = bus
    }

    isolated deinit { end() }

    // MARK: SystemService

    public func begin(with player: Player) {
        end()
        self.player = player
        state = current
        offers = [offer(MediaPlayerInterface.root, rootInterface), offer(MediaPlayerInterface.player, playerInterface)]
        let (bus, identity) = (bus, identity)
        nameRequest = Task { [weak self] in
            // A second window or process gets a unique name, as the specification requires.
            for name in [identity.busName, "\(identity.busName).instance\(getpid())"].map({ "org.mpris.MediaPlayer2.\($0)" }) {
                guard (try? await bus.requestName(name)) != nil else { continue }
                guard let self, !Task.isCancelled else {
                    await bus.release(name)
                    return nil
                }
                self.name = name
                return name
            }
            return nil
        }
        following = [
            Task { [weak self, updates = player.propertiesUpdates] in
                for await _ in updates { self?.update() }
            },
            Task { [weak self] in
                let states = Observations { [weak self] in self?.current }
                for await state in states where state != nil { self?.update() }
            },
            Task { [weak self, events = player.events] in
                for await event in events { if case .didSeek = event { self?.seeked() } }
            },
        ]
    }

    public func end() {
        for task in following { task.cancel() }
        nameRequest?.cancel()
        (following, offers, nameRequest) = ([], [], nil)
        cover.remove()
        player = nil
        guard let name else { return }
        self.name = nil
        nameRelease = Task { [bus] in await bus.release(name) }
    }

    private func offer(_ name: String, _ interface: BusInterface) -> BusRegistration {
        bus.offer(interface, at: MediaPlayerInterface.path)
    }

    // MARK: State

    private var current: NowPlayingState {
        guard let player else { return .nothing }
        if player.currentItem !== item {
            item = player.currentItem
            items += 1
        }
        return NowPlayingState(player, number: items)
    }

    private func update() {
        let next = current
        guard next != state else { return }
        let old = MediaPlayerInterface.properties(of: state, artwork: cover.address(of: state.image))
        let new = MediaPlayerInterface.properties(of: next, artwork: cover.address(of: next.image))
        state = next
        bus.emitChange(of: MediaPlayerInterface.player, at: MediaPlayerInterface.path, new.filter { old[$0.key] != $0.value })
    }

    private func seeked() {
        update()
        bus.emit("Seeked", of: MediaPlayerInterface.player, at: MediaPlayerInterface.path, [.int64(position)])
    }

    /// Microseconds from the start of the seekable range; the target during a seek.
    private var position: Int64 {
        guard let player, player.error == nil, let time = player.time else { return 0 }
        return MediaPlayerInterface.microseconds(max(time - (player.seekableTimeRange?.start ?? 0), 0))
    }

    // MARK: Interfaces

    private var playerInterface: BusInterface {
        BusInterface(
            name: MediaPlayerInterface.player, description: MediaPlayerInterface.playerDescription,
            call: { [weak self] method, arguments in
                guard let self else { throw BusMethodError.unknown("player any more") }
                if let command = try MediaPlayerInterface.command(method, arguments, item: state.item) { perform(command) }
                return []
            },
            properties: { [weak self] in
                guard let self else { return [:] }
                let state = current
                return MediaPlayerInterface.properties(of: state, artwork: cover.address(of: state.image)).merging([
                    "Position": .int64(position)
                ]) { $1 }
            },
            set: { [weak self] property, value in
                if let command = try MediaPlayerInterface.command(setting: property, to: value) { self?.perform(command) }
            })
    }

    private func perform(_ command: NowPlayingCommand) {
        player?.perform(command)
        update()
    }

    private var rootInterface: BusInterface {
        BusInterface(
            name: MediaPlayerInterface.root, description: MediaPlayerInterface.rootDescription,
            call: { [weak self] method, _ in
                switch method {
                case "Raise": self?.onRaise?()
                case "Quit": self?.onQuit?()
                default: throw BusMethodError.unknown("method \(method)")
                }
                return []
            },
            properties: { [weak self] in
                guard let self else { return [:] }
                var properties: [String: BusValue] = [
                    "Identity": .string(identity.name), "CanQuit": .bool(onQuit != nil), "CanRaise": .bool(onRaise != nil),
                    "HasTrackList": .bool(false), "Fullscreen": .bool(false), "CanSetFullscreen": .bool(false),
                    "SupportedUriSchemes": .strings([]), "SupportedMimeTypes": .strings([]),
                ]
                if let entry = identity.desktopEntry { properties["DesktopEntry"] = .string(entry) }
                return properties
            },
            set: { property, _ in throw BusMethodError.readOnly(property) })
    }
}
