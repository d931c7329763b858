// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia
import WindowboxPlayer

// Subtitles: those of the stream, and those that a person adds from files, which belong to the item that plays then.
extension PlayerModel {
    public var takesSubtitles: Bool { player.currentItem != nil }

    public func addSubtitles(_ addresses: [String]) {
        Task { await readSubtitles(addresses) }
    }

    /// Returns when the files are there, or refused.
    public func readSubtitles(_ addresses: [String]) async {
        for address in addresses {
            guard let item = player.currentItem else {
                return tell(PlayerNotice(SubtitleFileError.nothingPlays(FileBytes.name(of: address)).description))
            }
            do throws(SubtitleFileError) {
                let file = try await SubtitleFile.read(address)
                keep(file, for: item)
            } catch { tell(PlayerNotice(error.description)) }
        }
    }

    private func keep(_ file: SubtitleFile, for item: PlayerItem) {
        if addedSubtitles.count > 16 {
            let kept = Set(player.items)
            addedSubtitles = addedSubtitles.filter { kept.contains($0.key) }
        }
        addedSubtitles[item, default: ItemSubtitles()].add(file)
        tell(PlayerNotice("Subtitles from “\(file.name)”"))
        showCues()
    }

    /// Seconds that a menu offers.
    static let captionDelays = [-5, -2, -1, -0.5, -0.25, -0.1, 0, 0.1, 0.25, 0.5, 1, 2, 5]

    var captionDelayChoices: Choices {
        guard !subtitleChoices.isEmpty else { return .none }
        let titles = Self.captionDelays.map { delay in delay == 0 ? "None" : TimeText.delay(delay) }
        return Choices(titles, selection: Self.captionDelays.firstIndex(of: captionDelay))
    }

    /// Frame rates that films are made for one and played at another.
    static let captionScales: [(title: String, scale: Double)] = [
        ("Original", 1), ("Made for 25, Played at 23.976", 25 * 1.001 / 24), ("Made for 25, Played at 24", 25.0 / 24),
        ("Made for 24, Played at 25", 24.0 / 25), ("Made for 23.976, Played at 25", 24 / 1.001 / 25),
        ("Made for 24, Played at 23.976", 1.001), ("Made for 23.976, Played at 24", 1 / 1.001),
    ]

    /// The stream's own captions keep its time.
    var captionScaleChoices: Choices {
        guard added?.selected != nil else { return .none }
        return Choices(Self.captionScales.map(\.title), selection: Self.captionScales.firstIndex { $0.scale == captionScale })
    }

    /// How the clock of what is read goes beside that of what is played.
    var captionTiming: CaptionTiming { CaptionTiming(delay: captionDelay, scale: added?.selected == nil ? 1 : captionScale) }

    private var added: ItemSubtitles? { player.currentItem.flatMap { addedSubtitles[$0] } }

    /// The cues of the file that is chosen; nil where the stream's count.
    var addedCues: CueBuffer? { added?.selected?.cues }

    /// Those of a file that is shown besides.
    var secondCues: CueBuffer? { added?.secondFile?.cues }

    /// The files that are not chosen already.
    var secondSubtitleChoices: Choices {
        guard let added, !added.others.isEmpty else { return .none }
        let selection = added.secondFile == nil ? 0 : added.others.firstIndex { $0 == added.second }.map { $0 + 1 } ?? 0
        return Choices(["None"] + added.others.map { added.files[$0].name }, selection: selection)
    }

    func chooseSecondSubtitles(_ index: Int) {
        guard let item = player.currentItem, let added else { return }
        addedSubtitles[item]?.second = index == 0 ? nil : added.others[index - 1]
        showCues()
    }

    /// Nothing is known ahead of what comes inside pictures.
    public var canFindCues: Bool {
        guard added?.selected == nil else { return true }
        guard case .on(let track) = player.currentMediaOption(for: .legible) else { return false }
        // Pictures have no words to look for.
        return track.closedCaptions == nil && shownShelf?.cues.first?.isPlaced != true
    }

    public func findCues(_ words: String) -> [FoundCue] {
        guard canFindCues, let shelf = shownShelf else { return [] }
        let timing = captionTiming
        return CueTimeline(shelf.cues.map(\.cue)).search(words).map { match in
            FoundCue(time: timing.playTime(of: match.start).seconds, text: match.text)
        }
    }

    /// The stream's own, then the files; without any of the stream's the files can be switched off all the same.
    var subtitleChoices: Choices {
        let options = player.mediaSelectionOptions(for: .legible)
        let own = Choices(options.map(\.title), selection: options.firstIndex(of: player.selectedMediaOption(for: .legible)))
        guard let added else { return own }
        let base = own.isEmpty ? Choices([MediaSelectionOption.off.title], selection: 0) : own
        return Choices(base.titles + added.files.map(\.name), selection: added.selection.map { base.titles.count + $0 } ?? base.selection)
    }

    func chooseSubtitles(_ index: Int) {
        let options = player.mediaSelectionOptions(for: .legible)
        let count = options.isEmpty ? 1 : options.count
        if let item = player.currentItem, added != nil { addedSubtitles[item]?.selection = index >= count ? index - count : nil }
        if options.indices.contains(index) { player.select(options[index], for: .legible) }
        showCues()
    }
}
