// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension LiveStreamService {
    /// Gives a stream that is about to begin a place on the air.
    /// - Returns: as the catalogue keeps it; nil where this process gives none, or somebody told by hand where the stream plays.
    func takeIn(_ id: String) async throws -> LivePlace? {
        guard let stations, let stream = try await catalogue.resources.find(LiveStream.self, id: id), stream.isTakenIn else { return nil }
        // What mayn't begin takes no place.
        _ = try LiveCommand.start.next(after: stream.status)
        return try await stations.begin(stream.opened(by: vault)).sealed(in: vault)
    }

    static var elsewhere: APIError { APIError(.unavailable, "Another process of this service takes encoders in.") }

    /// Tells a stream's hosts where its encoder sends to, before it is live: viewers are told nothing of it.
    func prepare(_ call: AdminCall) async throws -> LiveStream {
        let stream = try await owned(call)
        guard stream.status == .idle else {
            throw APIError(.invalidTransition, "A stream that is \(stream.status.rawValue) can't be prepared any more.")
        }
        guard let stations else { throw Self.elsewhere }
        guard stream.isTakenIn else {
            throw APIError(.invalidTransition, "Where this stream plays is set by hand, so no encoder sends to this service.")
        }
        let ingest = try await stations.prepare(stream.opened(by: vault)).sealed(in: vault).ingest
        let prepared = try await perform(on: stream.id, at: call.now) { _, stream in stream.ingest = ingest }.stream
        return try await told(prepared, at: call.now)
    }

    /// Takes a stream that is over off the air. What was recorded is its replay from then on, and that of the video it was shown under.
    /// - Returns: the stream with its replay; nil where there is none.
    func takeOff(_ id: String, at now: Date) async throws -> LiveStream? {
        guard let recording = try await stations?.end(id) else { return nil }
        return try await perform(on: id, at: now) { live, stream in
            guard stream.status.mayBecome(.replay) else { return }
            recording.describe(&stream)
            stream.become(.replay, at: now)
            try live.tell(status: stream)
            guard var video = try live.find(Video.self, id: stream.videoID) else { return }
            recording.describe(&video)
            if video.status.mayBecome(.ready) { video.status = .ready }
            try live.save(video)
        }.stream
    }
}

extension LiveStream {
    /// Whether it is for this service to say where it plays.
    var isTakenIn: Bool {
        guard let address = playback.lowLatencyHLS ?? playback.hls else { return true }
        return address.hasPrefix(LiveIngestManager.path)
    }
}
