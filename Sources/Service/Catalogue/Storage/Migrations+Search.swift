// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

extension Migrations {
    /// The search index with its vocabulary, and the transcripts of videos. The index of earlier versions goes.
    static let search = Step(
        name: "search 1",
        sqlite: [
            // The words are folded before they are stored, so this must only split them at spaces.
            "CREATE VIRTUAL TABLE video_search USING fts5 (title, about, marks, tokenize = 'ascii', columnsize = 0)",
            """
            CREATE TABLE search_word (form TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (form, word)) WITHOUT ROWID
            """,
            transcripts, "DROP TABLE video_text",
        ],
        postgres: [
            "CREATE TABLE video_search (n BIGINT PRIMARY KEY, title TSVECTOR NOT NULL, words TSVECTOR NOT NULL)",
            "CREATE INDEX video_search_title ON video_search USING GIN (title)",
            "CREATE INDEX video_search_words ON video_search USING GIN (words)",
            """
            CREATE TABLE search_word (
                form TEXT COLLATE "C" NOT NULL, word TEXT COLLATE "C" NOT NULL, PRIMARY KEY (form, word)
            )
            """,
            transcripts, "DROP TABLE video_text",
        ],
        fill: fillSearch)

    /// Words that a video no longer has, to be forgotten if no other has them.
    static let lostWords = Step(
        name: "search 2", sqlite: ["CREATE TABLE search_word_lost (word TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"],
        postgres: [#"CREATE TABLE search_word_lost (word TEXT COLLATE "C" NOT NULL PRIMARY KEY)"#])

    private static let transcripts: SQL =
        "CREATE TABLE transcript (video TEXT NOT NULL, language TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY (video, language))"

    /// Enters existing videos as this version would.
    @Sendable private static func fillSearch(_ connection: any SQLConnection, _ report: (String) -> Void) throws {
        let index = SearchIndex(connection: connection)
        var channels: [String: VideoChannel?] = [:]
        var last = Int64.min
        while true {
            let rows = try connection.rows(
                // In the order of n, whatever the planner thinks of the index on kinds.
                "SELECT n, document FROM resource WHERE kind || '' = 'video' AND n > \(last) ORDER BY n LIMIT 1000")
            for row in rows {
                // Earlier steps have reported it, or the service does when it is used.
                guard let video = connection.readable(Video.self, row.text(1)) else { continue }
                if channels[video.channelID] == nil {
                    channels[video.channelID] = try connection.readableResource(VideoChannel.self, id: video.channelID)
                }
                try index.write(
                    SearchEntry(video, channel: channels[video.channelID] ?? nil, transcripts: []), number: row.integer(0))
            }
            guard let end = rows.last else { return }
            last = end.integer(0)
        }
    }
}
