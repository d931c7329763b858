// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

extension Migrations {
    /// When videos were withdrawn, and the owners of media files.
    static let withdrawal: [SQL] = [
        "CREATE TABLE withdrawal (video TEXT PRIMARY KEY, since BIGINT NOT NULL)",
        "CREATE TABLE video_media (path TEXT NOT NULL, video TEXT NOT NULL, PRIMARY KEY (path, video))",
        "CREATE INDEX video_media_video ON video_media (video)",
    ]

    /// Enters existing videos as this version would; of their files, only those played.
    @Sendable static func fillVisibility(_ connection: any SQLConnection, _ report: (String) -> Void) throws {
        var last = ""
        while true {
            let rows = try connection.rows("SELECT id, document FROM resource WHERE kind = 'video' AND id > \(last) ORDER BY id LIMIT 1000")
            for row in rows {
                let id = row.text(0)
                guard OpaqueID.isWellFormed(id) else {
                    report("video \(id)")
                    continue
                }
                let terms = try? ContractJSON.decode(VideoTerms.self, from: row.text(1))
                if terms?.isWhole != true { report("video \(id)") }
                guard let terms else { continue }
                if let since = terms.withdrawnSince {
                    try connection.execute("INSERT INTO withdrawal (video, since) VALUES (\(id), \(since)) ON CONFLICT (video) DO NOTHING")
                }
                if let path = terms.mediaPath {
                    try connection.execute(
                        "INSERT INTO video_media (path, video) VALUES (\(path), \(id)) ON CONFLICT (path, video) DO NOTHING")
                }
            }
            // An id that isn't text, which only SQLite can have, is behind all others.
            guard rows.count == 1000, let end = rows.last?.optionalText(0), end != last, !end.utf8.contains(0) else { return }
            last = end
        }
    }
}

/// What decides about access in a video's document, as far as it can be read.
private struct VideoTerms: Decodable {
    private var blockingReason: String?
    private var availableUntil: String?
    private var address: String?
    /// Whether all of it could be read.
    private(set) var isWhole = true

    private enum CodingKeys: String, CodingKey {
        case blockingReason = "blocking_reason", availableUntil = "available_until", address = "hls_url"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? {
            do { return try container.decodeIfPresent(String.self, forKey: key) } catch {
                isWhole = false
                return nil
            }
        }
        (blockingReason, availableUntil, address) = (text(.blockingReason), text(.availableUntil), text(.address))
        if let availableUntil, Timestamp.date(availableUntil) == nil { isWhole = false }
    }

    /// In milliseconds; nil if it isn't withdrawn. What can't be read is withdrawn until it is repaired.
    var withdrawnSince: Int64? {
        guard isWhole, (blockingReason ?? "").isEmpty else { return 0 }
        return availableUntil.flatMap(Timestamp.date).map(Timestamp.milliseconds)
    }

    /// The folder of the file that is played, or the file if it is in none; nil if another table has it, or if it is elsewhere.
    var mediaPath: String? {
        let prefix = "/media/"
        guard let address, address.hasPrefix(prefix), !address.utf8.contains(0) else { return nil }
        let file = address.dropFirst(prefix.count)
        guard !file.isEmpty, !file.hasPrefix("videos/") else { return nil }
        return String(file.lastIndex(of: "/").map { file[..<$0] } ?? file)
    }
}
