// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxGTK
import WindowboxLibrary
import WindowboxPlayer
import WindowboxStreaming

/// Stores in the library what is played and where it is left.
@MainActor final class PlaybackHistoryRecorder {
    /// Called when an item resumes, with the position in seconds.
    var onResume: (@MainActor (Double) -> Void)?

    /// Called when an item has started to play, with its URL.
    var onBegin: (@MainActor (PlayerItem, String) -> Void)?

    private struct Source {
        var address: String
        var title: String
        /// Resume position from the library.
        var resumption: Double?
    }

    private let player: Player
    private let library: Library
    private let pictures: PictureMailbox
    private var sources: [PlayerItem: Source] = [:]
    private var present: PlayerItem?
    private var position: (time: Double, duration: Double?)?
    private var seconds = 0
    /// The current item has started: only then it is stored.
    private var hasBegun = false
    private var following: [Task<Void, Never>] = []

    init(_ player: Player, _ library: Library, _ pictures: PictureMailbox) {
        self.player = player
        self.library = library
        self.pictures = pictures
        following = [
            Task { [weak self, times = player.periodicTimes(every: .seconds(1))] in
                for await _ in times { self?.tick() }
            },
            Task { [weak self, events = player.events] in
                for await event in events { if case .didEnd(let item) = event { self?.finish(item) } }
            },
            Task { [weak self, updates = player.propertiesUpdates] in
                for await _ in updates { self?.begin() }
            },
        ]
        follow()
    }

    private func follow() {
        let item = withObservationTracking {
            player.currentItem
        } onChange: { [weak self] in
            Task { @MainActor in self?.follow() }
        }
        enter(item)
    }

    /// URL of the current item as it was opened; nil if it isn't worth storing.
    var presentAddress: String? { present.flatMap { sources[$0]?.address } }

    /// URL of an item as it was opened; nil if it isn't worth storing.
    func address(of item: PlayerItem) -> String? { sources[item]?.address }

    /// The duration of an item in seconds, if it is known from an earlier run.
    func duration(of item: PlayerItem) -> Double? {
        sources[item].flatMap { source in library.items.first { $0.address == source.address }?.duration }
    }

    /// The cover of an item, or the picture where it was left, as PNG data; nil if there is neither.
    func picture(of item: PlayerItem) async -> [UInt8]? {
        if case .data(let cover) = item.metadata.image, let picture = await Still.png(ofFile: cover, width: 128) { return picture }
        guard let address = sources[item]?.address else { return nil }
        return await library.picture(of: address)
    }

    isolated deinit { for task in following { task.cancel() } }

    /// - Parameters:
    ///   - start: in seconds; nil resumes where the entry was left.
    ///   - interstitials: breaks in the item.
    ///   - isKept: whether to store its position; false for single-use URLs.
    func item(
        for entry: MediaEntry, title: String?, start: Double?, interstitials: [ScheduledInterstitial] = [], isKept: Bool = true
    ) -> PlayerItem {
        let address = entry.url.absoluteString
        let name = title ?? entry.name
        let resumption = start == nil && isKept ? library.resumePosition(of: address) : nil
        let item = PlayerItem.simple(
            url: entry.url, metadata: PlayerMetadata(title: title ?? entry.title, fallbackTitle: entry.name),
            configuration: PlaybackConfiguration(start: start ?? resumption, interstitials: interstitials))
        guard isKept else { return item }
        sources[item] = Source(address: address, title: name, resumption: resumption)
        return item
    }

    private func enter(_ item: PlayerItem?) {
        guard item !== present else { return }
        record(withPicture: false)
        (present, position, seconds, hasBegun) = (item, nil, 0, false)
        forgetRemoved()
        begin()
    }

    /// Items that fail to play are not stored.
    private func begin() {
        guard !hasBegun, player.playbackState != .idle, !player.isBuffering else { return }
        guard let present, present === player.currentItem, let source = sources[present] else { return }
        hasBegun = true
        onBegin?(present, source.address)
        let isLive = player.streamType == .live || player.streamType == .dvr
        library.open(
            source.address, title: isLive ? Self.station(present.metadata) ?? source.title : present.metadata.title ?? source.title)
        keepCover(of: present, at: source.address)
        if let resumption = source.resumption {
            sources[present]?.resumption = nil
            onResume?(resumption)
        }
    }

    /// The name under which a live stream is stored: radio stations use the current song as title, and their own name as album.
    static func station(_ metadata: PlayerMetadata) -> String? { metadata.album ?? (metadata.artist == nil ? metadata.title : nil) }

    /// The cover is the thumbnail of a song.
    private func keepCover(of item: PlayerItem, at address: String) {
        guard player.mediaType == .audio, case .data(let cover) = item.metadata.image else { return }
        Task { [library] in
            if let picture = await Still.png(ofFile: cover, width: 320) { library.setPicture(picture, of: address) }
        }
    }

    private func tick() {
        // Read again: a queued time may belong to the previous item.
        guard player.currentItem === present, let time = player.time else { return }
        position = (time, player.duration)
        seconds += 1
        if seconds % 10 == 3 { record() }
    }

    private func finish(_ item: PlayerItem) {
        guard let source = sources[item] else { return }
        let duration = item === present ? position?.duration : nil
        library.leave(source.address, at: duration ?? 0, of: duration)
        if item === present { position = nil }
    }

    /// Stores the current item's position.
    /// - Parameter withPicture: also stores a thumbnail, if the frame on screen belongs to the item.
    func record(withPicture: Bool = true) {
        guard let present, let position, let source = sources[present] else { return }
        library.leave(source.address, at: position.time, of: position.duration)
        if withPicture, player.mediaType == .video, let picture = pictures.still(width: 320) {
            library.setPicture(picture, of: source.address)
        }
    }

    private func forgetRemoved() {
        guard sources.count > player.items.count * 2 + 16 else { return }
        let kept = Set(player.items)
        sources = sources.filter { kept.contains($0.key) }
    }
}
