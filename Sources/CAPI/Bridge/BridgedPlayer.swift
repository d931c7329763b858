// SPDX-License-Identifier: Apache-2.0

import CWindowbox
import FoundationEssentials
import Observation
import WindowboxCodec
import WindowboxEngine
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer
import WindowboxTransport

/// The player of one WindowboxPlayer in C: performs its calls, and reports changes.
///
/// The C object owns it. It refers to the C object only weakly, through its link: reports to a freed object are dropped.
@MainActor final class BridgedPlayer {
    let player: Player
    private let link: WbLink
    private let model: PlayerModel
    private let pictures = PictureMailbox()
    private let frames = FrameTap()
    private var names: [PlayerItem: WbItem] = [:]
    private var known = BridgedFacts()
    private var warning = EndWarning()
    /// The format of the last frame, and its item. For streams without a list of variants, this is the only source of the size.
    private var picture: (item: ItemID, format: PictureFormat)?
    private var following: [Task<Void, Never>] = []

    init(_ link: WbLink, isSilent: Bool, allowsPlainHTTP: Bool) {
        self.link = link
        player = Player(
            videoOutputs: [MailboxOutput(pictures), frames], audioOutput: isSilent ? SilentOutput() : .automatic,
            transport: allowsPlainHTTP ? .allowingPlainHTTP : RoutingTransport.secure())
        player.actionAtItemEnd = .advanceAndStayAtLast
        model = PlayerModel(player)
        known.snapshot.volume = player.volume
        following = [
            Task { [weak self, updates = player.propertiesUpdates] in
                for await _ in updates { self?.report() }
            },
            Task { [weak self, times = player.periodicTimes(every: .milliseconds(250))] in
                for await time in times { self?.move(to: time) }
            },
            Task { [weak self, facts = player.engineFacts] in
                for await case .picture(let item, let format) in facts { self?.note(format, of: item) }
            },
        ]
        observe()
    }

    isolated deinit {
        for task in following { task.cancel() }
        frames.watch(wake: nil)
        wb_link_free(link)
    }

    // MARK: Reports

    /// Reports now and after each observable change.
    private func observe() {
        let facts = withObservationTracking {
            BridgedFacts(player, model)
        } onChange: { [weak self] in
            Task { @MainActor in self?.observe() }
        }
        report(facts)
    }

    private func report() { report(BridgedFacts(player, model)) }

    private func report(_ facts: BridgedFacts) {
        let before = known
        known = facts
        if let picture, picture.item == player.currentItemID { known.size = picture.format.presentationSize }
        let item = player.currentItem.flatMap { names[$0] } ?? 0
        if item != before.snapshot.item { warning.reset() }
        known.snapshot.item = item
        var snapshot = known.snapshot

        wb_player_begin(link)
        if facts.failure != before.failure { wb_player_error(link, facts.failure?.code, facts.failure?.message) }
        if facts.title != before.title { wb_player_text(link, Int32(WB_TEXT_TITLE), facts.title) }
        if facts.captions != before.captions { wb_player_text(link, Int32(WB_TEXT_CAPTIONS), facts.captions) }
        if facts.audio != before.audio { report(facts.audio, isAudio: true) }
        if facts.subtitles != before.subtitles { report(facts.subtitles, isAudio: false) }
        wb_player_state(link, &snapshot)
        wb_player_end(link)
        // A seek of a paused item moves the position, too.
        if let time = player.time, !player.isSeeking { wb_player_moved(link, time) }
    }

    private func note(_ format: PictureFormat, of item: ItemID) {
        picture = (item, format)
        report()
    }

    private func report(_ tracks: [MediaOption], isAudio: Bool) {
        wb_player_clear_tracks(link, isAudio)
        for track in tracks {
            wb_player_add_track(
                link, isAudio, track.name, track.languageTag, track.isDefault, isAudio ? track.describesVideo : track.describesSound)
        }
    }

    private func move(to time: Double) {
        wb_player_moved(link, time)
        guard player.rate > 0, let duration = player.duration, warning.reached(time, of: duration) else { return }
        wb_player_nearly_done(link)
    }

    // MARK: Items

    func append(_ name: WbItem, uri: String, title: String?, start: Double, headers: TransportHeaders) -> Bool {
        let item = PlayerItem.simple(
            url: uri, headers: headers, metadata: PlayerMetadata(title: title),
            configuration: PlaybackConfiguration(start: start >= 0 ? start : nil))
        names[item] = name
        return player.append(item)
    }

    func remove(_ name: WbItem) {
        if name == 0 {
            names = [:]
            player.removeAllItems()
        } else if let item = item(name) {
            names[item] = nil
            player.remove(item)
        }
    }

    func choose(_ name: WbItem) { player.currentItem = item(name) }

    func go(by step: Int32) { if step > 0 { player.advanceToNextItem() } else { player.returnToPreviousItem() } }

    private func item(_ name: WbItem) -> PlayerItem? { names.first { $0.value == name }?.key }

    // MARK: Playing

    func play() {
        if player.canReplay { player.replay() }
        player.play()
    }

    /// - Parameter task: a task of the C object to complete when the seek is done; 0 for none.
    func seek(to position: Double, isExact: Bool, task: UInt) {
        let pending = player.seek(isExact ? .at(position) : .near(position))
        guard task != 0 else { return }
        Task {
            let result = await pending.result
            wb_seek_done(task, result == .finished ? 0 : result == .refused ? 1 : 2)
        }
    }

    func step(by count: Int) {
        player.pause()
        Task { [player] in await player.step(by: count) }
    }

    func select(_ index: Int, isAudio: Bool) {
        let kind = isAudio ? MediaCharacteristic.audible : .legible
        let tracks = isAudio ? known.audio : known.subtitles
        if tracks.indices.contains(index) {
            player.select(.on(tracks[index]), for: kind)
        } else if !isAudio {
            player.select(index == -1 ? .off : .automatic, for: kind)
        } else {
            player.setMediaSelectionPreference(.automatic, for: kind)
        }
    }

    func prefer(_ languages: [String], isAudio: Bool) {
        if isAudio { player.audioLanguages = languages } else { player.subtitleLanguages = languages }
    }

    // MARK: Frames and views

    func watchFrames(_ isWatched: Bool) {
        guard isWatched else { return frames.watch(wake: nil) }
        frames.watch { [weak self] in
            Task { @MainActor in self?.deliverFrames() }
        }
    }

    private func deliverFrames() {
        while let frame = frames.take() {
            var info = WbFrameInfo(frame)
            wb_player_frame(link, handle(frame), &info, frame.pixelFormat)
        }
    }

    /// The address of a new widget, with a reference.
    func view(hasControls: Bool) -> UInt {
        guard hasControls else { return ForeignProgram.handOver(BarePlayerView(model, pictures: pictures)) }
        ForeignProgram.prepareControls()
        return ForeignProgram.handOver(PlayerView(model, pictures: pictures))
    }
}
