// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension LiveStreamService {
    /// Prepares the broadcast of a stream that is about to begin.
    /// - Returns: its URLs in stored form; nil if this process ingests no streams, or the playback URL was set manually.
    func takeIn(_ id: String) async throws -> LivePlace? {
        guard let stations, let stream = try await catalogue.resources.find(LiveStream.self, id: id), stream.isTakenIn else { return nil }
        // A stream that may not start must not occupy a port.
        _ = try LiveCommand.start.next(after: stream.status)
        return try await stations.begin(stream.opened(by: vault)).sealed(in: vault)
    }

    static var elsewhere: APIError { APIError(.unavailable, "Another process of this service takes encoders in.") }

    /// Returns the ingest URL to a stream's hosts before it is live. Viewers don't notice.
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

    /// Takes a stream that has ended off the air. The recording becomes its replay and the media of the video that it was shown under.
    /// - Returns: the stream with its replay; nil if there is none.
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
    /// Whether this service decides where it plays.
    var isTakenIn: Bool {
        guard let address = playback.lowLatencyHLS ?? playback.hls else { return true }
        return address.hasPrefix(LiveIngestManager.path)
    }
}
