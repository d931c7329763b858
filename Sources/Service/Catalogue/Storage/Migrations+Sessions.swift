// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Data that expires after minutes, and may be lost in a power failure.
    static let sessions: [Step] = {
        let tables: [SQL] = [
            """
            CREATE TABLE feed_session (
                id TEXT PRIMARY KEY, guest TEXT NOT NULL, app TEXT NOT NULL, request TEXT NOT NULL,
                created BIGINT NOT NULL, touched BIGINT NOT NULL
            )
            """,
            "CREATE INDEX feed_session_touched ON feed_session (touched)",
            "CREATE INDEX feed_session_guest ON feed_session (guest)",
            """
            CREATE TABLE feed_page (
                feed TEXT NOT NULL REFERENCES feed_session (id) ON DELETE CASCADE, number BIGINT NOT NULL, items TEXT NOT NULL,
                state TEXT NOT NULL, PRIMARY KEY (feed, number)
            )
            """,
        ]
        return [
            Step(name: "sessions 1", sqlite: tables, postgres: tables), Step(name: "viewers 1", sqlite: viewers, postgres: viewers),
        ]
    }()
}
