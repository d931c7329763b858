// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Who likes which video. Comments and reports are among the resources.
    static let reactions: [SQL] = [
        "CREATE TABLE video_like (video TEXT NOT NULL, guest TEXT NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (video, guest))",
        "CREATE INDEX video_like_guest ON video_like (guest, video)",
        "CREATE TABLE video_like_count (video TEXT PRIMARY KEY, likes BIGINT NOT NULL)",
    ]

    /// Who follows which channel.
    static let follows: [SQL] = [
        "CREATE TABLE channel_follow (channel TEXT NOT NULL, guest TEXT NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (channel, guest))",
        "CREATE INDEX channel_follow_guest ON channel_follow (guest, made, channel)",
        "CREATE TABLE channel_follow_count (channel TEXT PRIMARY KEY, followers BIGINT NOT NULL)",
    ]
}
