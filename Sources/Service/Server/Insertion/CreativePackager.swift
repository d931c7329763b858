// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxInsertion
import WindowboxPackager

/// Packages ad creatives that aren't playlists like videos; they are shown only in ad breaks.
///
/// Packaged creatives are part of the service's own media, so its public URL must be known. Media URLs must not expire either, because a
/// creative is kept for all sessions.
struct CreativePackager: CreativePreparing {
    let catalogue: Catalogue
    let ingest: Ingest
    /// The service's public base URL, without a trailing slash.
    let publicURL: String
    let clock: @Sendable () -> Date
    /// The limit of creatives that are packaged per day, by all processes: any ad server can name any number of files.
    var perDay = 1000
    private static let day = 86_400.0
    /// Seconds after which a file that could not even be requested is tried again.
    private static let pause = 300.0
    /// Seconds for which a creative is kept after its last use.
    private static let lifetime = 30 * day

    /// The video id for a creative; the same in all processes. Ad servers choose their keys, so it is as long as an id can be: no other
    /// key with the same id can be found.
    private static func video(_ creativeKey: String) -> String {
        "ad-" + Data(SHA256.hash(data: Data(creativeKey.utf8))).base64URL.prefix(13)
    }

    func address(of creativeKey: String) async -> String? {
        guard let video = try? await catalogue.resources.find(Video.self, id: Self.video(creativeKey)), video.status == .ready,
            let address = video.hlsURL
        else { return nil }
        return address.hasPrefix("/") ? publicURL + address : address
    }

    func prepare(_ creativeKey: String, from source: String) async {
        let id = Self.video(creativeKey)
        do {
            let (known, now) = (try await catalogue.resources.find(Video.self, id: id), clock())
            guard known == nil || known?.status == .failed else { return }
            // A file that failed is tried again on another day: its server may have been down.
            let quotas = catalogue.quotas
            guard try await quotas.take("creative \(id)", limit: 1, within: known == nil ? Self.pause : Self.day, at: now) == nil,
                try await quotas.take("creatives", limit: perDay, within: Self.day, at: now) == nil
            else { return }
            if known != nil { _ = try await catalogue.resources.delete(Video.self, id: id) }
            var video = Video(id: id, channelID: Video.adVideoChannel)
            video.access = .owners
            video.availableUntil = now.addingTimeInterval(Self.lifetime)
            let key = "film \(id) \(Int(now.timeIntervalSince1970 / Self.day))"
            _ = try await ingest.begin(PackageFile(url: source), as: video, owner: Video.adVideoChannel, key: key, at: now)
        } catch {
            // The creative is left out of breaks for now; the next session tries again.
        }
    }
}

extension CreativePackager {
    func keep(_ creativeKey: String) async -> Bool {
        let now = clock()
        let until = now.addingTimeInterval(Self.lifetime)
        do {
            return try await catalogue.resources.update(Video.self, id: Self.video(creativeKey), at: now) { $0.availableUntil = until }
                != nil
        } catch {
            // As long as the database can't be asked, it is assumed to be there.
            return true
        }
    }

    /// Deletes creatives that have not been used for a month, with their media.
    static func removeUnused(from catalogue: Catalogue, _ ingest: Ingest, at now: Date) async throws {
        var creatives = ResourceReader<Video>(resources: catalogue.resources, parent: Video.adVideoChannel, batch: 200)
        while let creative = try await creatives.next() {
            guard let end = creative.availableUntil else {
                // An earlier version made it.
                let until = now.addingTimeInterval(lifetime)
                _ = try await catalogue.resources.update(Video.self, id: creative.id, at: now) { video in
                    video.availableUntil = video.availableUntil ?? until
                }
                continue
            }
            guard end <= now else { continue }
            do {
                guard try await catalogue.resources.delete(Video.self, id: creative.id, unlessItHas: [], expecting: creative) else {
                    continue
                }
            } catch is HasChanged { continue }
            try await ingest.removeMedia(ofVideo: creative.id, at: now)
        }
    }
}

extension VideoService {
    func removeUnusedCreatives(at now: Date) async throws {
        guard let ingest = uploadPipeline?.ingest else { return }
        try await CreativePackager.removeUnused(from: catalogue, ingest, at: now)
    }
}

extension AdInsertion {
    /// - Parameter ingest: packages creatives; if nil, those that aren't playlists are left out.
    init(_ settings: ServiceSettings, catalogue: Catalogue, ingest: Ingest?, clock: @escaping @Sendable () -> Date) {
        var own = settings.insertion
        var preparer: CreativePackager?
        if let ingest, let publicURL = settings.publicURL, settings.playbackSeconds == nil {
            own.origins.append(publicURL + UploadPipeline.address)
            preparer = CreativePackager(catalogue: catalogue, ingest: ingest, publicURL: publicURL, clock: clock)
        }
        self.init(own, catalogue: catalogue, preparer: preparer, clock: clock)
    }
}
