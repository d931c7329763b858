// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

extension LiveIngestManager {
    /// Makes a poster from the beginning of a stream that has none, also for the video that it is shown under, whose replay keeps it.
    ///
    /// Locked streams get no poster, since it would be visible to everybody; neither do channels, whose files are deleted after a while.
    func drawPoster(of stream: LiveStream, from station: LiveStation, below base: StorageKey) async {
        guard station.plan.settings.isRecorded, stream.posterURL == nil, !stream.isLocked else { return }
        do {
            guard let openingClip = try await station.opening(), let key = base.appending("poster.jpg") else { return }
            let picture = try await PosterImage(video: openingClip, folder: configuration.workFolder, settings: configuration.plan.packager)
            let address = "\(MediaSigner.prefix)\(key)"
            var posters = [Poster(url: address, width: picture.large.width, height: picture.large.height)]
            try await storage.put(.bytes(picture.large.bytes), at: key, type: PackageMediaType.name(of: key.text))
            let small = Video.smallPoster(of: address)
            if picture.small.width < picture.large.width, let key = StorageKey(String(small.dropFirst(MediaSigner.prefix.count))) {
                try await storage.put(.bytes(picture.small.bytes), at: key, type: PackageMediaType.name(of: key.text))
                posters.append(Poster(url: small, width: picture.small.width, height: picture.small.height))
            }
            // A host may have set a poster or an access code meanwhile.
            let updated = try await catalogue.resources.update(LiveStream.self, id: stream.id, at: Date()) { stream in
                if stream.posterURL == nil, !stream.isLocked { stream.posterURL = address }
            }
            guard updated?.posterURL == address else { return }
            _ = try await catalogue.resources.update(Video.self, id: stream.videoID, at: Date()) { [posters] video in
                guard video.posterURL == nil else { return }
                video.posterURL = address
                video.posters = posters + video.posters
            }
        } catch is CancellationError {
        } catch {
            logger.warning("live stream has no poster", metadata: ["stream": "\(stream.id)", "fault": "\(error)"])
        }
    }
}
