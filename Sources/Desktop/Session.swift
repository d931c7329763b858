// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxDesktop
import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer
import WindowboxTransport

/// What is played in one window, by what a person has set.
@MainActor final class Session {
    let player: Player
    let model: PlayerModel
    let library: Library
    let pictures = PictureMailbox()
    let history: History
    let elsewhere = NetworkPlayers()
    private let network = NetworkWatch()

    init(library: Library, sound: any AudioOutput) {
        self.library = library
        var engine = EngineConfiguration()
        engine.hardwareDecoding = library.settings.usesHardwareDecoding ? .whenPossible : .never
        player = Player(
            configuration: PlayerConfiguration(playbackSpeeds: 0.1...4, engine: engine), limits: library.settings.limits,
            videoOutputs: [MailboxOutput(pictures) { StandardError.say("\($0)") }], audioOutput: sound,
            // What a person typed may be loaded, with or without TLS.
            transport: RoutingTransport(), preferences: library)
        player.volume = library.settings.volume
        player.isMuted = library.settings.isMuted
        player.playbackSpeed = library.settings.speed
        model = PlayerModel(player, sound: sound as? any AudioDeviceChoosing)
        model.captionPreference = library.settings.captions
        history = History(player, library, pictures)
        network.follow(player)
    }

    /// - Parameters:
    ///   - isAppended: they come behind what is in the list, which goes on.
    ///   - start: seconds at which the first one begins; nil is where it was left.
    func play(_ entries: [MediaEntry], isAppended: Bool = false, title: String? = nil, start: Double? = nil) {
        guard !entries.isEmpty else { return }
        let items = entries.enumerated().map { index, entry in
            history.item(for: entry, title: index == 0 ? title : nil, start: index == 0 ? start : nil)
        }
        if isAppended, !player.items.isEmpty {
            player.items += items
        } else {
            player.items = items
            player.currentItem = items[0]
            player.play()
        }
    }

    /// Goes on with what the person has changed.
    func apply(_ settings: ViewerSettings) {
        player.limits = settings.limits
        if model.captionPreference != settings.captions { model.captionPreference = settings.captions }
        player.reloadMediaPreferences()
    }

    /// Keeps what there is to be kept: the program ends.
    func end() {
        player.pause()
        history.record()
        library.settings.volume = player.volume
        library.settings.isMuted = player.isMuted
        library.settings.speed = player.requestedPlaybackSpeed
        library.close()
    }
}

extension ViewerSettings {
    var captions: CaptionPreference {
        get {
            CaptionPreference(
                size: .init(factor: subtitleScale), look: subtitleLook.flatMap(CaptionPreference.Look.init) ?? .standard)
        }
        set {
            subtitleScale = newValue.size.factor
            subtitleLook = newValue.look == .standard ? nil : newValue.look.rawValue
        }
    }

    var limits: PlayerLimits {
        // Wide enough for any shape of picture: its lines are what counts.
        func size(_ height: Int?) -> PixelSize? { height.map { PixelSize(width: $0 * 4, height: $0) } }
        return PlayerLimits(maximumSize: size(maximumHeight), maximumSizeOnExpensiveNetworks: size(maximumHeightOnMeteredNetworks))
    }
}
