// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import WindowboxContract

/// Says of files whether they may be handed out.
public protocol MediaRepository: Sendable {
    /// What holds for the file of a key; empty for one that is no video's.
    func holders(of key: String) async throws -> [MediaHolder]
    /// Goes up with each change that this process makes to what ``holders(of:)`` is made of.
    var changes: Int { get }
}

/// A video that has a file, as far as it decides who may have that.
public struct MediaHolder: Hashable, Sendable {
    public var terms: VideoVisibility.MediaTerms
    /// Nil for a film that is shown in breaks alone.
    public var businessID: String?

    public func allowMedia(at now: Date) -> Bool { terms.allowMedia(at: now) }
}

extension Video {
    /// In place of a channel: of films that are packaged for breaks alone. They are in no feed, and everybody may be shown them.
    public static let adFilmChannel = "ads"
}

/// Counts changes, so that what is remembered of them can be thrown away.
final class ChangeCount: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .acquiring) }
    func increase() { count.add(1, ordering: .acquiringAndReleasing) }
    func note<Resource: StoredResource>(_ type: Resource.Type) { if type.decidesAboutMedia { increase() } }
}

extension StoredResource {
    /// Whether it is one of what files are allowed by.
    static var decidesAboutMedia: Bool { self == Video.self || self == VideoChannel.self || self == LiveStream.self }
}

struct SQLMedia: MediaRepository {
    let store: any SQLStore
    let count: ChangeCount

    var changes: Int { count.value }

    func holders(of key: String) async throws -> [MediaHolder] {
        try await store.read { connection in
            let ids = try MediaPaths(connection: connection).videos(having: key)
            return try connection.resources(Video.self, ids: ids).map { video in
                var terms = video.mediaTerms
                guard video.channelID != Video.adFilmChannel else {
                    terms.isWithheld = false
                    return MediaHolder(terms: terms)
                }
                let channel = try connection.resource(VideoChannel.self, id: video.channelID)
                if let channel, !channel.visibility.isPublic { terms.isWithheld = true }
                return MediaHolder(terms: terms, businessID: channel?.businessID)
            }
        }
    }
}
