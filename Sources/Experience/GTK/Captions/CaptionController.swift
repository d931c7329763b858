// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer

/// Shows the captions of a player's current item: the stream's or those of added files, as the viewer selected and shifted them.
@MainActor @Observable final class CaptionController {
    /// What is shown at the position.
    private(set) var cues = ActiveCues.none
    /// The viewer's settings, for all items.
    var preference = CaptionPreference()
    private var adjustment = CaptionAdjustment()
    private var files = AddedSubtitles()

    @ObservationIgnored private let player: Player
    @ObservationIgnored private let notices: NoticeBroadcaster
    @ObservationIgnored private var feed = CaptionFeed()
    /// Used while the player has no time.
    @ObservationIgnored private var position = 0.0
    @ObservationIgnored private var timer: MainLoop.Timer?

    init(_ player: Player, notices: NoticeBroadcaster) {
        self.player = player
        self.notices = notices
    }

    var delay: Double {
        get { adjustment.delay }
        set {
            guard adjustment.delay != newValue else { return }
            adjustment.delay = newValue
            update()
        }
    }

    var scale: Double {
        get { adjustment.scale }
        set {
            guard adjustment.scale != newValue else { return }
            adjustment.scale = newValue
            update()
        }
    }

    func move(to time: Double) {
        position = time
        update()
    }

    func handle(_ fact: EngineFact) {
        switch fact {
        case .text(let id, let text):
            feed.handle(text, of: id)
            update()
        case .captions(let id, _): if id == player.currentItemID, service != nil { update() }
        default: break
        }
    }

    /// Position updates are too far apart for cues, so a timer waits for the next change.
    func update() {
        if adjustment.item != player.currentItemID { adjustment = CaptionAdjustment(item: player.currentItemID) }
        let scene = scene
        let time = MediaTime(seconds: player.time ?? position)
        let active = scene.active(at: time)
        if cues != active { cues = active }
        timer = nil
        guard player.rate > 0, let wait = scene.timeToChange(after: time, within: Self.horizon) else { return }
        timer = MainLoop.after(seconds: wait / player.rate + 0.002) { [weak self] in self?.update() }
    }

    /// How far ahead changes are awaited, in seconds of playback. Position updates come more often.
    private static let horizon = 2.0

    private var scene: CaptionScene { CaptionScene(source, second: added?.secondFile?.cues, timing: timing) }
    private var timing: CaptionTiming { adjustment.timing(isFile: added?.selected != nil) }
    private var added: ItemSubtitles? { files[player.currentItem] }

    private var source: CaptionTrack.Source {
        if let file = added?.selected { return .cues(file.cues) }
        if let service { return .closedCaptions(player.closedCaptions, service) }
        return .cues(feed.buffer(of: player.currentItemID))
    }

    /// The selected service of closed captions embedded in the video.
    private var service: ClosedCaptionService? { selectedTrack?.closedCaptions }

    private var selectedTrack: MediaOption? {
        if case .on(let track) = player.currentMediaOption(for: .legible) { track } else { nil }
    }
}

// Files.
extension CaptionController {
    /// Adds files to the current item. Returns when they are read; failures are sent as notices.
    func read(_ addresses: [String]) async {
        for address in addresses {
            guard let item = player.currentItem else {
                return notices.send(PlayerNotice(SubtitleFileError.nothingPlays(FileBytes.name(of: address)).description))
            }
            do throws(SubtitleFileError) {
                let (all, shown) = try await SubtitleFile.readAll(address)
                // The last one added is selected.
                for file in all + [all[shown]] { files.add(file, to: item, queue: player.items) }
                notices.send(PlayerNotice(translated("Subtitles from “{name}”", ["name": all[shown].name])))
                update()
            } catch { notices.send(PlayerNotice(error.description)) }
        }
    }

    /// Adds a file that was found next to an item; call ``update()`` after the last.
    /// - Parameter isShown: selects it, unless another file is selected.
    func offer(_ file: SubtitleFile, to item: PlayerItem, isShown: Bool) { files.offer(file, to: item, isShown: isShown) }
}

// Menus and search.
extension CaptionController {
    var choices: Choices {
        let options = player.mediaSelectionOptions(for: .legible)
        let stream = Choices(options.map(\.title), selection: options.firstIndex(of: player.selectedMediaOption(for: .legible)))
        return added?.choices(after: stream) ?? stream
    }

    func choose(_ index: Int) {
        let options = player.mediaSelectionOptions(for: .legible)
        let count = options.isEmpty ? 1 : options.count
        if let item = player.currentItem, added != nil { files.select(index >= count ? index - count : nil, of: item) }
        if options.indices.contains(index) { player.select(options[index], for: .legible) }
        update()
    }

    var secondChoices: Choices { added?.secondChoices ?? .none }

    func chooseSecond(_ index: Int) {
        guard let item = player.currentItem, let added else { return }
        files.selectSecond(added.secondFile(atChoice: index), of: item)
        update()
    }

    var scaleChoices: Choices { added?.selected == nil ? .none : adjustment.scaleChoices }

    /// Captions embedded in the video aren't known in advance, and image cues have no text.
    var canSearch: Bool {
        guard added?.selected == nil else { return true }
        guard let selectedTrack, selectedTrack.closedCaptions == nil else { return false }
        return loadedCues?.cues.first?.isPlacedImage != true
    }

    func search(_ query: String) -> [FoundCue] {
        guard canSearch, let loadedCues else { return [] }
        let timing = timing
        return loadedCues.timeline.search(query).map { match in
            FoundCue(time: timing.playTime(of: match.start).seconds, text: match.text)
        }
    }

    /// nil for captions embedded in the video.
    private var loadedCues: CueBuffer? { if case .cues(let buffer) = source { buffer } else { nil } }
}
