// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// The log and the timers of live streams.
    static let live: [SQL] = [
        "CREATE TABLE live_state (stream TEXT PRIMARY KEY, last BIGINT NOT NULL, likes BIGINT NOT NULL, viewers BIGINT NOT NULL DEFAULT 0)",
        """
        CREATE TABLE live_log (
            stream TEXT NOT NULL, seq BIGINT NOT NULL, type TEXT NOT NULL, at BIGINT NOT NULL, data TEXT NOT NULL, name TEXT, guest TEXT,
            author TEXT, is_chat BIGINT NOT NULL, PRIMARY KEY (stream, seq)
        )
        """,
        "CREATE INDEX live_log_name ON live_log (stream, name) WHERE name IS NOT NULL",
        "CREATE INDEX live_log_chat ON live_log (stream, is_chat, seq)",
        "CREATE INDEX live_log_guest ON live_log (guest) WHERE guest IS NOT NULL",
        "CREATE INDEX live_log_author ON live_log (author) WHERE author IS NOT NULL",
        "CREATE TABLE live_name (stream TEXT NOT NULL, name TEXT NOT NULL, guest TEXT NOT NULL, PRIMARY KEY (stream, name))",
        "CREATE INDEX live_name_guest ON live_name (guest, stream)",
        "CREATE TABLE live_timer (stream TEXT NOT NULL, kind TEXT NOT NULL, due BIGINT NOT NULL, PRIMARY KEY (stream, kind))",
        "CREATE INDEX live_timer_due ON live_timer (due)",
    ]

    /// Current viewers; entries expire after about a minute.
    static let viewers: [SQL] = [
        "CREATE TABLE live_viewer (stream TEXT NOT NULL, guest TEXT NOT NULL, until BIGINT NOT NULL, PRIMARY KEY (stream, guest))",
        "CREATE INDEX live_viewer_guest ON live_viewer (guest)", "CREATE INDEX live_viewer_until ON live_viewer (until)",
    ]
}
