// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores which guests follow which channels.
public protocol FollowRepository: Sendable {
    /// Changes nothing if the guest follows the channel already.
    /// - Throws: `conflict` if the guest follows ``FollowLimit/maxChannels`` others.
    func follow(_ channel: String, guest: String, at now: Date) async throws -> ChannelFollowers
    /// Changes nothing if the guest doesn't follow the channel.
    func unfollow(_ channel: String, guest: String) async throws -> ChannelFollowers
    /// How many guests follow a channel, and whether this guest does.
    func followers(of channel: String, guest: String) async throws -> ChannelFollowers
    /// The ids of the channels that a guest follows, latest first.
    func channels(followedBy guest: String) async throws -> [String]
}

/// How much can be followed.
public enum FollowLimit {
    /// Channels that a guest can follow. A feed of them reads each one's index.
    public static let maxChannels = 500
}

struct SQLFollows: FollowRepository {
    let store: any SQLStore

    func follow(_ channel: String, guest: String, at now: Date) async throws -> ChannelFollowers {
        try await store.write { connection in
            let own = try connection.rows("SELECT channel FROM channel_follow WHERE guest = \(guest)").map { $0.text(0) }
            guard own.contains(channel) || own.count < FollowLimit.maxChannels else {
                throw APIError(
                    .conflict, "You follow \(FollowLimit.maxChannels) channels. Unfollow one before you follow another.")
            }
            let isNew =
                try connection.execute(
                    """
                    INSERT INTO channel_follow (channel, guest, made) VALUES (\(channel), \(guest), \(Timestamp.milliseconds(now)))
                    ON CONFLICT (channel, guest) DO NOTHING
                    """) == 1
            if isNew {
                try connection.execute(
                    """
                    INSERT INTO channel_follow_count (channel, followers) VALUES (\(channel), 1)
                    ON CONFLICT (channel) DO UPDATE SET followers = channel_follow_count.followers + 1
                    """)
            }
            return try Self.followers(of: channel, guest: guest, connection)
        }
    }

    func unfollow(_ channel: String, guest: String) async throws -> ChannelFollowers {
        try await store.write { connection in
            try Self.remove(channel, guest: guest, connection)
            return try Self.followers(of: channel, guest: guest, connection)
        }
    }

    func followers(of channel: String, guest: String) async throws -> ChannelFollowers {
        try await store.read { try Self.followers(of: channel, guest: guest, $0) }
    }

    func channels(followedBy guest: String) async throws -> [String] {
        try await store.read { try Self.channels(followedBy: guest, $0) }
    }

    static func channels(followedBy guest: String, _ connection: any SQLConnection) throws -> [String] {
        try connection.rows("SELECT channel FROM channel_follow WHERE guest = \(guest) ORDER BY made DESC, channel DESC").map { $0.text(0) }
    }

    private static func followers(of channel: String, guest: String, _ connection: any SQLConnection) throws -> ChannelFollowers {
        let count =
            try connection.rows("SELECT followers FROM channel_follow_count WHERE channel = \(channel)").first?.integer(0) ?? 0
        let own = try connection.rows("SELECT 1 FROM channel_follow WHERE channel = \(channel) AND guest = \(guest)")
        return ChannelFollowers(count: Int(count), followed: !own.isEmpty)
    }

    private static func remove(_ channel: String, guest: String, _ connection: any SQLConnection) throws {
        if try connection.execute("DELETE FROM channel_follow WHERE channel = \(channel) AND guest = \(guest)") == 1 {
            try connection.execute("UPDATE channel_follow_count SET followers = followers - 1 WHERE channel = \(channel)")
        }
    }

    /// Ends all follows of a guest.
    static func forget(guest: String, _ connection: any SQLConnection) throws {
        // In a fixed order, so that concurrent writers can't deadlock.
        for channel in try channels(followedBy: guest, connection).sorted() { try remove(channel, guest: guest, connection) }
    }

    /// Deletes what is known about the followers of a channel.
    static func forget(channel: String, _ connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM channel_follow WHERE channel = \(channel)")
        try connection.execute("DELETE FROM channel_follow_count WHERE channel = \(channel)")
    }
}
