// SPDX-License-Identifier: Apache-2.0

/// A page of a list, with links to its neighbours.
public struct StudioList<Item: Sendable>: Sendable {
    public var items: [Item]
    /// Queries such as `?before_id=abc`; nil if there is no such page.
    public var next: String?
    public var previous: String?
    /// The unreadable entries of this page; nil if the list can't have any.
    public var damaged: StudioUnreadableEntries?

    public init(_ items: [Item], next: String? = nil, previous: String? = nil, damaged: StudioUnreadableEntries? = nil) {
        self.items = items
        self.next = next
        self.previous = previous
        self.damaged = damaged
    }

    /// Whether there is nothing to show.
    var isEmpty: Bool { items.isEmpty && damaged?.items.isEmpty ?? true }

    var paging: HTML {
        guard next != nil || previous != nil else { return "" }
        let back: HTML = previous.map { "<a class=\"button\" href=\"\($0)\" rel=\"prev\">Newer</a>" } ?? ""
        let on: HTML = next.map { "<a class=\"button\" href=\"\($0)\" rel=\"next\">Older</a>" } ?? ""
        return "<nav class=\"paging\" aria-label=\"Pages\">\(back)\(on)</nav>"
    }

    /// - Parameters:
    ///   - columns: their headings; the first cell of a row is the row's heading.
    func table(_ caption: String, _ columns: [String], _ row: (Item) -> [HTML]) -> HTML {
        // A column of buttons has no heading.
        let heads: [HTML] = columns.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0)</th>" }
        let rows: [HTML] = items.map { item in
            let cells = row(item)
            let rest: [HTML] = zip(columns.dropFirst(), cells.dropFirst()).map { "<td data-label=\"\($0)\">\($1)</td>" }
            return "<tr><th scope=\"row\">\(cells[0])</th>\(rest)</tr>"
        }
        let notice = damaged?.notice
        return """
            \(notice)<div class="table"><table><caption class="unseen">\(caption)</caption><thead><tr>\(heads)</tr></thead>
            <tbody>\(rows)</tbody></table></div>\(paging)
            """
    }
}
