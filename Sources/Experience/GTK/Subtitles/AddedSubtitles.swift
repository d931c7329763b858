// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// The subtitle files that were added to a player's items. A value.
struct AddedSubtitles: Equatable {
    /// Once more items than this have files, those of items that left the queue are dropped.
    static let maxFiles = 16

    private var items: [PlayerItem: ItemSubtitles] = [:]

    /// nil if nothing was added to the item.
    subscript(item: PlayerItem?) -> ItemSubtitles? { item.flatMap { items[$0] } }

    /// Adds a file and selects it.
    /// - Parameter queue: the items that keep their files.
    mutating func add(_ file: SubtitleFile, to item: PlayerItem, queue: [PlayerItem]) {
        if items.count > Self.maxFiles {
            let kept = Set(queue)
            items = items.filter { kept.contains($0.key) }
        }
        items[item, default: ItemSubtitles()].add(file)
    }

    /// Adds a file that was found next to the item.
    /// - Parameter isShown: selects it, unless another file is selected.
    mutating func offer(_ file: SubtitleFile, to item: PlayerItem, isShown: Bool) {
        items[item, default: ItemSubtitles()].offer(file, isShown: isShown)
    }

    /// - Parameter file: an index of the item's files; nil for the stream's own captions.
    mutating func select(_ file: Int?, of item: PlayerItem) { items[item]?.selection = file }

    /// - Parameter file: an index of the item's files; nil for none.
    mutating func selectSecond(_ file: Int?, of item: PlayerItem) { items[item]?.second = file }
}

// The entries of the menus.
extension ItemSubtitles {
    /// The stream's entries, then the files. A stream without entries gets "Off", so that the files can be switched off.
    func choices(after stream: Choices) -> Choices {
        let base = stream.isEmpty ? Choices([MediaSelectionOption.off.title], selection: 0) : stream
        return Choices(base.titles + files.map(\.name), selection: selection.map { base.titles.count + $0 } ?? base.selection)
    }

    /// None, then the files that aren't selected already.
    var secondChoices: Choices {
        guard !others.isEmpty else { return .none }
        let selection = secondFile == nil ? 0 : others.firstIndex { $0 == second }.map { $0 + 1 } ?? 0
        return Choices([translated("None", context: "subtitles")] + others.map { files[$0].name }, selection: selection)
    }

    /// The index of ``files`` behind an entry of ``secondChoices``; nil for its first.
    func secondFile(atChoice index: Int) -> Int? { index == 0 ? nil : others[index - 1] }
}
