// SPDX-License-Identifier: Apache-2.0

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
    static let captionDelays = [-5, -2, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 2, 5]

    var captionDelayChoices: Choices {
        guard !subtitleChoices.isEmpty else { return .none }
        let titles = Self.captionDelays.map { delay in delay == 0 ? "None" : TimeText.delay(delay) }
        return Choices(titles, selection: Self.captionDelays.firstIndex(of: captionDelay))
    }

    private var added: ItemSubtitles? { player.currentItem.flatMap { addedSubtitles[$0] } }

    /// The cues of the file that is chosen; nil where the stream's count.
    var addedCues: CaptionShelf? { added?.selected?.cues }

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
