// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxInsertion
import WindowboxPackager

/// Has films of ads that are no playlists packaged like videos; nobody but breaks shows them.
///
/// What is packaged lies in the service's own media, so that it must be known how clients reach them, and for how long: with addresses
/// that expire, a film that is kept for all sessions could not be played for long.
struct PackagedFilms: FilmPreparer {
    let catalogue: Catalogue
    let ingest: Ingest
    /// How clients reach the service, without a slash at its end.
    let publicURL: String
    let clock: @Sendable () -> Date

    /// The same for the same film in all processes.
    private static func video(_ creativeKey: String) -> String {
        "ad-" + SHA256.hash(data: Data(creativeKey.utf8)).prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
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
            guard try await catalogue.resources.find(Video.self, id: id) == nil else { return }
            var video = Video(id: id, channelID: Video.adFilmChannel)
            video.access = .owners
            _ = try await ingest.begin(PackageFile(url: source), as: video, owner: Video.adFilmChannel, key: "film \(id)", at: clock())
        } catch {
            // It is left out of breaks, as it is now; the next session asks again.
        }
    }
}

extension AdInsertion {
    /// - Parameter ingest: packages films; nil: those that are no playlists are left out.
    init(_ settings: ServiceSettings, catalogue: Catalogue, ingest: Ingest?, clock: @escaping @Sendable () -> Date) {
        var own = settings.insertion
        var preparer: PackagedFilms?
        if let ingest, let publicURL = settings.publicURL, settings.playbackSeconds == nil {
            own.origins.append(publicURL + Intake.address)
            preparer = PackagedFilms(catalogue: catalogue, ingest: ingest, publicURL: publicURL, clock: clock)
        }
        self.init(own, catalogue: catalogue, preparer: preparer, clock: clock)
    }
}
