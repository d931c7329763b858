// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxEngine
public import WindowboxMedia
public import WindowboxPlayer

/// A `Player` as controls see it: with the time, the ranges and all else to observe, each apart, so that
/// a change of time wakes only what shows the time.
@MainActor @Observable public final class PlayerModel: PlayerControlling {
    public private(set) var position = 0.0
    public private(set) var seekable: TimeRange?
    public private(set) var bufferedRange: TimeRange?

    public private(set) var cues = ActiveCues.none
    /// What captions look like before the stream, the player's `textStyleRules` and ``captionPreference`` come over it.
    public var baseCaptionStyle = CaptionStyle()
    /// What the person wants of it, whatever is played.
    public var captionPreference = CaptionPreference()
    public var captionStyle: CaptionStyle {
        var style = baseCaptionStyle
        style.rules += player.textStyleRules
        style.preference = captionPreference
        return style
    }
    var addedSubtitles: [PlayerItem: ItemSubtitles] = [:]
    /// As known when they were looked up last.
    var devices: [AudioDevice] = []
    /// Where a person wants the sound to go, there or not; nil leaves it to the sound server.
    public internal(set) var wantedDevice: AudioDevice?
    /// Where it was sent; nil is where the sound server sends it.
    var usedDevice: AudioDevice.ID?
    /// The pictures are shown outside of the player's window too, as in picture in picture.
    @ObservationIgnored public var isSeenElsewhere = false

    @ObservationIgnored public let player: Player
    @ObservationIgnored let sound: (any AudioDeviceChoosing)?
    @ObservationIgnored var noticeListeners: [Int: AsyncStream<PlayerNotice>.Continuation] = [:]
    @ObservationIgnored private var captions = CaptionFeed()
    @ObservationIgnored private var captionTimer: MainLoop.Timer?
    @ObservationIgnored lazy var thumbnails = ThumbnailStore(player)
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - sound: the player's output, where a person may choose its device.
    ///   - interval: of the item's time, from one ``position`` to the next while it plays.
    public init(_ player: Player, sound: (any AudioDeviceChoosing)? = nil, interval: Duration = .milliseconds(250)) {
        self.player = player
        self.sound = sound
        following = [
            Task { [weak self, updates = player.propertiesUpdates] in
                for await properties in updates { self?.follow(properties) }
            },
            Task { [weak self, times = player.periodicTimes(every: interval)] in
                for await time in times { self?.move(to: time) }
            },
            Task { [weak self, facts = player.engineFacts] in
                for await fact in facts { self?.hear(fact) }
            },
        ]
    }

    isolated deinit {
        for task in following { task.cancel() }
    }

    private func follow(_ properties: PlayerProperties) {
        let range = properties.seekableTimeRange.flatMap { $0.isEmpty ? nil : $0 }
        if seekable != range { seekable = range }
        if bufferedRange != properties.loadedTimeRange { bufferedRange = properties.loadedTimeRange }
        move(to: properties.seekTime ?? player.time ?? 0)
    }

    private func move(to time: Double) {
        if position != time { position = time }
        showCues()
    }

    private func hear(_ fact: EngineFact) {
        switch fact {
        case .text(let id, let text):
            captions.handle(text, of: id)
            showCues()
        case .audioOutput(.deviceLost):
            usedDevice = nil
            lookForDevices()
        default: break
        }
    }

    /// Cues come and go at their own times, which lie between those that ``position`` is told at.
    func showCues() {
        let shelf = addedCues ?? captions.shelf(of: player.currentItemID)
        let time = player.time ?? position
        let active = shelf.active(at: time)
        if cues != active { cues = active }
        captionTimer = nil
        guard player.rate > 0, let change = shelf.nextChange(after: time), change - time < 2 else { return }
        captionTimer = MainLoop.after(seconds: (change - time) / player.rate + 0.002) { [weak self] in self?.showCues() }
    }
}

extension PlayerModel {
    public var title: String { player.metadata.title ?? "" }
    public var isPlaying: Bool { player.shouldPlay }
    public var isBusy: Bool { player.isBuffering && player.shouldPlay }
    public var hasEnded: Bool { player.error == nil && (player.playbackState == .ended || player.currentItem == nil && player.canReplay) }
    public var isLive: Bool { player.streamType == .live || player.streamType == .dvr }
    public var errorMessage: String? { player.error?.description }

    public var rate: Double {
        get { player.requestedPlaybackSpeed }
        set { player.playbackSpeed = newValue }
    }
    public var volume: Double {
        get { player.volume }
        set { player.volume = newValue }
    }
    public var isMuted: Bool {
        get { player.isMuted }
        set { player.isMuted = newValue }
    }

    /// Pauses a video as `Player.backgroundPlaybackPolicy` says, unless ``isSeenElsewhere``.
    public func enterBackground() { player.applicationDidEnterBackground(isSeenElsewhere: isSeenElsewhere) }
    public func enterForeground() { player.applicationWillEnterForeground() }

    public func togglePlayPause() { player.togglePlayPause() }
    public func seek(to time: Double) { player.seek(to: time) }
    public func preview(at time: Double) { player.seek(.near(time)) }

    public func step(by frames: Int) {
        player.pause()
        Task { await player.step(by: frames) }
    }

    public func retry() { player.replay() }

    public var canGoToNext: Bool { player.canAdvanceToNextItem }
    public var canGoToPrevious: Bool { player.items.count > 1 && player.canReturnToPreviousItem }
    public func goToNext() { player.advanceToNextItem() }
    public func goToPrevious() { player.returnToPreviousItem() }
}
