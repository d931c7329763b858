// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The videos and products under which events may be counted: those in the catalogue.
///
/// Anybody can get a guest's token, so ids in events prove nothing. Counting invented ids individually
/// would let a guest grow the figures without limit.
struct KnownIDs {
    /// Unknown ids are counted under this; no valid id or SKU has this form.
    static let unknown = "?"
    private static let perStatement = 500

    private var videos: Set<String> = []
    private var products: Set<String> = []

    init(of events: [StoredEvent], _ connection: any SQLConnection) throws {
        let counted = events.lazy.map(\.event).filter { EventName.known.contains($0.name) }
        for ids in Self.parts(counted.compactMap(\.videoID)) {
            let rows = try connection.rows("SELECT id FROM resource WHERE kind = \(Video.kind) AND id IN \(SQL.list(ids))")
            videos.formUnion(rows.map { $0.text(0) })
        }
        for names in Self.parts(counted.compactMap(\.productID)) {
            let rows = try connection.rows("SELECT DISTINCT name FROM product_key WHERE name IN \(SQL.list(names))")
            products.formUnion(rows.map { $0.text(0) })
        }
    }

    /// Empty for an event without a video.
    func video(of event: ViewerEvent) -> String { Self.name(event.videoID, among: videos) }
    /// Empty for an event without a product.
    func product(of event: ViewerEvent) -> String { Self.name(event.productID, among: products) }

    private static func name(_ id: String?, among known: Set<String>) -> String {
        guard let id, !id.isEmpty else { return "" }
        return known.contains(id) ? id : unknown
    }

    private static func parts(_ ids: some Sequence<String>) -> [[SQLValue]] {
        let all = Set(ids).sorted().map(SQLValue.text)
        return stride(from: 0, to: all.count, by: perStatement).map { Array(all[$0..<min($0 + perStatement, all.count)]) }
    }
}
