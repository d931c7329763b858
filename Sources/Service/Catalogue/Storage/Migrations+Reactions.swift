// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Who likes which video. Comments and reports are among the resources.
    static let reactions: [SQL] = [
        "CREATE TABLE video_like (video TEXT NOT NULL, guest TEXT NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (video, guest))",
        "CREATE INDEX video_like_guest ON video_like (guest, video)",
        "CREATE TABLE video_like_count (video TEXT PRIMARY KEY, likes BIGINT NOT NULL)",
    ]
}
