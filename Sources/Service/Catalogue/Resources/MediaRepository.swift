// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import WindowboxContract

/// Determines whether files may be served.
public protocol MediaRepository: Sendable {
    /// The videos that a file belongs to; empty if it isn't a video's.
    func holders(of key: String) async throws -> [MediaOwner]
    /// Increases with each change by this process that may affect ``holders(of:)``.
    var changes: Int { get }
}

/// A video that a file belongs to, with what decides about access.
public struct MediaOwner: Hashable, Sendable {
    public var terms: VideoVisibility.MediaTerms
    /// Nil for a creative that is shown only in ad breaks.
    public var businessID: String?

    public func allowMedia(at now: Date) -> Bool { terms.allowMedia(at: now) }
}

extension Video {
    /// The channel id of creatives that are packaged only for ad breaks. They are in no feed, and public.
    public static let adVideoChannel = "ads"
}

/// Counts changes, to invalidate caches.
final class ChangeCount: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .acquiring) }
    func increase() { count.add(1, ordering: .acquiringAndReleasing) }
    func note<Resource: StoredResource>(_ type: Resource.Type) { if type.decidesAboutMedia { increase() } }
}

extension StoredResource {
    /// Whether it affects access to media files.
    static var decidesAboutMedia: Bool { self == Video.self || self == VideoChannel.self || self == LiveStream.self }
}

struct SQLMedia: MediaRepository {
    let store: any SQLStore
    let count: ChangeCount

    var changes: Int { count.value }

    func holders(of key: String) async throws -> [MediaOwner] {
        try await store.read { connection in
            try MediaPaths(connection: connection).videos(having: key).map { video in
                var terms = video.mediaTerms
                guard video.channelID != Video.adVideoChannel else {
                    terms.isWithheld = false
                    return MediaOwner(terms: terms)
                }
                let channel = try connection.resource(VideoChannel.self, id: video.channelID)
                if let channel, !channel.visibility.isListed { terms.isWithheld = true }
                return MediaOwner(terms: terms, businessID: channel?.businessID)
            }
        }
    }
}
