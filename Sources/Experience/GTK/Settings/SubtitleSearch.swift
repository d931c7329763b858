// SPDX-License-Identifier: Apache-2.0

/// A search field for captions; choosing a result seeks to it.
@MainActor final class SubtitleSearch: Box {
    /// Called when the user has chosen a result with the pointer.
    var onPick: (@MainActor () -> Void)?

    private let player: any PlayerControlling
    private let entry = Entry(name: translated("Search Subtitles"), placeholder: translated("Search subtitles")).keepingKeys()
    private let note = Label(translated("No results")).leading().cssClass("section")
    private let list = ChoiceList([], name: translated("Search Results"))
    private var found: [FoundCue] = []

    init(_ player: any PlayerControlling) {
        self.player = player
        super.init(.vertical, spacing: 6)
        note.isVisible = false
        append(entry)
        append(note)
        append(Scrolled(list, upTo: 300))
        entry.onChange { [weak self] in self?.search(for: $0) }
        entry.onReturn { [weak self] in self?.go(to: 0) }
        list.onChoose = { [weak self] in self?.go(to: $0) }
        list.onPick = { [weak self] in self?.onPick?() }
    }

    private func search(for query: String) {
        found = player.findCues(query)
        list.titles = found.map { "\(TimeLine.text(at: $0.time, of: player))  \($0.text)" }
        list.selection = nil
        note.isVisible = found.isEmpty && !query.allSatisfy(\.isWhitespace)
    }

    private func go(to index: Int) {
        guard found.indices.contains(index) else { return }
        player.seek(to: found[index].time)
    }

    /// Repeats the previous search, because more captions may be loaded now.
    func begin() {
        search(for: entry.text)
        entry.grabFocus()
    }

    func end() { entry.text = "" }

    /// Enters text as if typed by the user.
    func write(_ query: String) { entry.text = query }
}
