// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// A searchable list of languages to tick; the first ticked has the highest priority.
@MainActor final class LanguageChooser: Box {
    /// BCP 47, most preferred first.
    private(set) var codes: [String]
    private let onChange: @MainActor ([String]) -> Void
    private let entry: Entry
    private let list = Box(.vertical)
    private var rows: [Button] = []

    init(_ name: String, _ codes: [String], onChange: @escaping @MainActor ([String]) -> Void) {
        self.codes = codes
        self.onChange = onChange
        entry = Entry(name: translated("Search {name}", ["name": name]), placeholder: translated("Search")).keepingKeys()
        super.init(.vertical, spacing: 6)
        cssClass("languages")
        append(entry)
        append(Label(translated("The first language selected is preferred")).leading().cssClass("dim-label", "caption"))
        append(Scrolled(list, upTo: 320).minimumSize(width: 260, height: 200))
        entry.onChange { [weak self] _ in self?.fill() }
        entry.onReturn { [weak self] in self?.toggleFirst() }
    }

    /// Prepares for a new choice.
    func begin() {
        entry.text = ""
        fill()
        entry.grabFocus()
    }

    /// Enters text as if typed by the user.
    func search(_ query: String) { entry.text = query }

    /// The chosen languages as text; nil if there are none.
    static func summary(_ codes: [String]) -> String? {
        codes.isEmpty ? nil : codes.map { LanguageName.of($0) ?? $0 }.joined(separator: ", ")
    }

    /// The chosen languages, then the others by name, filtered by the search text.
    static func listed(_ codes: [String], searching query: String) -> [(tag: String, name: String)] {
        let query = query.lowercased().trimmingPrefix { $0.isWhitespace }
        let chosen = codes.map { ($0, LanguageName.of($0) ?? $0) }
        return (chosen + LanguageName.all.filter { !codes.contains($0.tag) })
            .filter { query.isEmpty || $0.1.lowercased().contains(query) || $0.0.lowercased() == query }
    }

    private func fill() {
        for row in rows { list.remove(row) }
        rows = Self.listed(codes, searching: entry.text).map { tag, name in
            let index = codes.firstIndex(of: tag)
            let tick = Icon("object-select-symbolic")
            tick.isSeen = index != nil
            let content = Box(.horizontal, spacing: 8) {
                tick
                Label(name).leading().expand(.horizontal)
                Label(index.map { codes.count > 1 ? "\($0 + 1)" : "" } ?? "").cssClass("dim-label")
            }
            let row = Button(name: name, content: content) { [weak self] in self?.toggle(tag) }.cssClass("flat")
            row.accessibleChecked(index != nil)
            list.append(row)
            return row
        }
    }

    private func toggleFirst() {
        if let first = Self.listed(codes, searching: entry.text).first { toggle(first.tag) }
    }

    func toggle(_ tag: String) {
        if let index = codes.firstIndex(of: tag) { codes.remove(at: index) } else { codes.append(tag) }
        onChange(codes)
        fill()
        entry.grabFocus()
    }
}
