// SPDX-License-Identifier: Apache-2.0

/// A line to write words in, and the captions that have them: choosing one goes there.
@MainActor final class SubtitleSearch: Box {
    /// Called when a person has chosen with the pointer.
    var onPick: (@MainActor () -> Void)?

    private let player: any PlayerControlling
    private let entry = Entry(name: "Words to Find", placeholder: "Words to find").keepingKeys()
    private let note = Label("Nothing found").leading().cssClass("section")
    private let list = ChoiceList([], name: "Found Subtitles")
    private var found: [FoundCue] = []

    init(_ player: any PlayerControlling) {
        self.player = player
        super.init(.vertical, spacing: 6)
        note.isVisible = false
        append(entry)
        append(note)
        append(Scrolled(list, upTo: 300))
        entry.onChange { [weak self] in self?.look(for: $0) }
        entry.onReturn { [weak self] in self?.go(to: 0) }
        list.onChoose = { [weak self] in self?.go(to: $0) }
        list.onPick = { [weak self] in self?.onPick?() }
    }

    private func look(for words: String) {
        found = player.findCues(words)
        list.titles = found.map { "\(TimeLine.text(at: $0.time, of: player))  \($0.text)" }
        list.selection = nil
        note.isVisible = found.isEmpty && !words.allSatisfy(\.isWhitespace)
    }

    private func go(to index: Int) {
        guard found.indices.contains(index) else { return }
        player.seek(to: found[index].time)
    }

    /// What was looked for before is looked for again: more may be loaded.
    func begin() {
        look(for: entry.text)
        entry.grabFocus()
    }

    func end() { entry.text = "" }

    /// As if a person had written it.
    func write(_ words: String) { entry.text = words }
}
