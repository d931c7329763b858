// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdPlayback
import WindowboxAds
import WindowboxCodec
import WindowboxDesktop
import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer
import WindowboxTransport

/// Playback in one window, with the user's settings.
@MainActor final class Session {
    let player: Player
    let model: PlayerModel
    let library: Library
    let pictures = PictureMailbox()
    let history: PlaybackHistoryRecorder
    let castDevices = CastDevices()
    let folder: FolderNavigation
    private let languages: SessionLanguages
    private let network = NetworkWatch()
    let transports: AppTransports
    /// Asks for user names and passwords of servers.
    let signIn = SignInController()
    private var following: Task<Void, Never>?
    /// A file that was still being opened when the window closed must not play.
    private var hasEnded = false
    let ads: AdPlaybackController
    private let leftover: LeftoverFrameRemover

    /// - Parameter beacons: file for unsent ad-tracking events; nil stores nothing.
    init(library: Library, audioOutput: any AudioOutput, beacons: URL? = nil) {
        self.library = library
        var engine = EngineConfiguration()
        engine.hardwareDecoding = library.settings.usesHardwareDecoding ? .whenPossible : .never
        transports = AppTransports(signIn.store)
        languages = SessionLanguages(library.settings.media)
        let output = DelayedAudioOutput(audioOutput)
        player = Player(
            configuration: PlayerConfiguration(playbackSpeeds: 0.1...4, actionAtItemFailure: .advance, engine: engine),
            limits: library.settings.limits,
            videoOutputs: [MailboxOutput(pictures) { StandardError.write("\($0)") }], audioOutput: output,
            transport: transports.media, preferences: languages)
        player.actionAtItemEnd = .advanceAndStayAtLast
        player.volume = library.settings.startVolume ?? library.settings.volume
        player.isMuted = library.settings.isMuted
        player.desiredSpeed = library.settings.startSpeed ?? library.settings.speed
        player.processing = library.settings.processing
        model = PlayerModel(player, audioDevices: audioOutput as? any AudioDeviceChoosing, delayedAudio: output)
        model.skipLength = library.settings.skipLength
        model.canSignIn = true
        ads = AdPlaybackController(model, transport: transports.extras, beacons: beacons)
        model.captionPreference = library.settings.captions
        history = PlaybackHistoryRecorder(player, library, pictures)
        folder = FolderNavigation(model, library, history)
        leftover = LeftoverFrameRemover(player, pictures)
        network.follow(player)
        history.onBegin = { [weak self] item, address in self?.lookForSubtitles(of: item, at: address) }
    }

    /// Offers the subtitle files next to a media file, local or on a web server.
    private func lookForSubtitles(of item: PlayerItem, at address: String) {
        guard let url = URL(string: address), player.mediaType != .audio else { return }
        Task { [model, transport = transports.extras, preferences = languages.preferences] in
            let languages = PlayerConfiguration().userLanguages
            if url.isFileURL {
                await model.offerSubtitles(
                    beside: url.path(percentEncoded: false), for: item, preferences: preferences, userLanguages: languages)
            } else {
                await model.offerSubtitles(
                    besideURL: address, for: item, preferences: preferences, userLanguages: languages, transport: transport)
            }
        }
    }

    isolated deinit { following?.cancel() }

    /// - Parameters:
    ///   - isAppended: adds the entries to the end of the list, which keeps playing.
    ///   - start: start position of the first one in seconds; nil resumes where it was left.
    func play(_ entries: [MediaEntry], isAppended: Bool = false, title: String? = nil, start: Double? = nil) {
        guard !entries.isEmpty, !hasEnded else { return }
        if !isAppended {
            following?.cancel()
            ads.end()
        }
        let items = entries.enumerated().map { index, entry in
            history.item(for: entry, title: index == 0 ? title : nil, start: index == 0 ? start : nil)
        }
        if isAppended, !player.items.isEmpty {
            // Also if the last item failed to play.
            let hasFinished = player.nextItems.isEmpty && (player.playbackState == .ended || player.error != nil)
            player.items += items
            if hasFinished { player.advanceToNextItem() }
        } else {
            player.items = items
            player.currentItem = items[0]
            player.play()
        }
    }

    /// - Parameter schedule: URL of VMAP or VAST for the first entry.
    /// - Returns: breaks without ads, with the reason.
    func play(_ entries: [MediaEntry], title: String? = nil, start: Double? = nil, schedule: String) async -> [String] {
        guard let first = entries.first else { return [] }
        let plan = await ads.plan(schedule: schedule)
        guard !hasEnded else { return [] }
        ads.end()
        let item = history.item(for: first, title: title, start: start, interstitials: plan.interstitials)
        player.items = [item] + entries.dropFirst().map { history.item(for: $0, title: nil, start: nil) }
        player.currentItem = item
        ads.show(plan, over: item)
        player.play()
        return plan.problems
    }

    /// Plays a stream with ads stitched in by a service.
    ///
    /// - Parameters:
    ///   - service: its URL; nil if the entry itself is a URL of a stitching service.
    ///   - rest: what to play afterwards.
    /// - Returns: false if the entry isn't a stitched stream.
    func playStitched(
        _ entry: MediaEntry, title: String? = nil, start: Double? = nil, service: String? = nil, then rest: [MediaEntry] = []
    ) -> Bool {
        guard !hasEnded else { return false }
        let address = entry.url.absoluteString
        let makeItem: @MainActor (String) -> PlayerItem = { [history] url in
            history.item(for: MediaEntry(url) ?? entry, title: title ?? entry.name, start: nil, isKept: false)
        }
        if let service {
            let stitching = WindowboxStitching(service, transport: transports.extras) { _ in address }
            ads.play(
                StreamRequest(.recorded(sourceID: "", videoID: address)), from: stitching, content: address, start: start,
                makeItem: makeItem)
        } else {
            guard let stitched = StitchedAddress(address) else { return false }
            ads.play(
                stitched.request, from: stitched.service(transport: transports.extras), content: stitched.content, start: start,
                makeItem: makeItem)
        }
        playLater(with: rest)
        return true
    }

    /// A stitched stream needs the player exclusively: the following entries wait here.
    private func playLater(with rest: [MediaEntry]) {
        following?.cancel()
        guard let next = rest.first else { return }
        following = Task { [weak self, events = player.events] in
            for await event in events {
                guard case .didEnd = event else { continue }
                guard let self, !Task.isCancelled, ads.stream != nil else { return }
                let others = Array(rest.dropFirst())
                if !playStitched(next, then: others) { play(rest) }
                return
            }
        }
    }

    /// Applies changed settings.
    func apply(_ settings: ViewerSettings) {
        player.limits = settings.limits
        player.processing = settings.processing
        if model.captionPreference != settings.captions { model.captionPreference = settings.captions }
        model.skipLength = settings.skipLength
        languages.follow(settings.media)
        player.reloadMediaPreferences()
    }

    /// Stores everything at exit.
    func end() {
        hasEnded = true
        player.pause()
        history.record()
        ads.end()
        library.settings.volume = player.volume
        library.settings.isMuted = player.isMuted
        library.settings.speed = player.desiredSpeed
        library.close()
    }
}

extension ViewerSettings {
    var captions: CaptionPreference {
        get {
            CaptionPreference(
                size: .init(factor: subtitleScale), look: subtitleLook.flatMap(CaptionPreference.Look.init) ?? .standard,
                raise: subtitleRaise)
        }
        set {
            subtitleScale = newValue.size.factor
            subtitleRaise = newValue.raise
            subtitleLook = newValue.look == .standard ? nil : newValue.look.rawValue
        }
    }

    var processing: MediaProcessing {
        get {
            MediaProcessing(
                normalization: normalization, preamp: preamp, isNightMode: isNightMode, deinterlacing: deinterlacing,
                equalizer: isEqualizerOn ? equalizer : nil)
        }
        set {
            (normalization, preamp) = (newValue.normalization, newValue.preamp)
            (isNightMode, deinterlacing) = (newValue.isNightMode, newValue.deinterlacing)
            isEqualizerOn = newValue.equalizer != nil
            if let gains = newValue.equalizer { equalizer = gains }
        }
    }

    var limits: PlayerLimits {
        // Wide enough for any aspect ratio: only the height matters.
        func size(_ height: Int?) -> PixelSize? { height.map { PixelSize(width: $0 * 4, height: $0) } }
        return PlayerLimits(maximumSize: size(maximumHeight), maximumSizeOnExpensiveNetworks: size(maximumHeightOnMeteredNetworks))
    }
}
