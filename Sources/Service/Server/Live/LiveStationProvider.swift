// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Ingests live streams and publishes them. Live commands call it and store the results in the stream.
public protocol LiveStationProvider: Sendable {
    /// Prepares to receive an encoder, or starts playing the stream's source. For a stream that is
    /// already on air, returns the same URLs again.
    /// - Throws: an `APIError` that says why it isn't possible.
    func begin(_ stream: LiveStream) async throws -> LiveEndpoints

    /// Takes a stream off the air. Does nothing for a stream that is not on air.
    /// - Returns: the recording; nil if there is none.
    func end(_ id: String) async throws -> LiveRecording?

    /// Receives an encoder before the stream begins, visible only to its hosts; ``begin(_:)`` then continues with the same encoder. For a
    /// stream that is prepared or on air, returns the same URLs again.
    /// - Throws: an `APIError` that says why it isn't possible.
    func prepare(_ stream: LiveStream) async throws -> LiveEndpoints

    /// The state of a stream that is prepared or on air; nil for any other.
    func state(of id: String) async -> LiveIngestState?
}

/// The state of a stream that is ingested.
public struct LiveIngestState: Hashable, Sendable {
    public var endpoints: LiveEndpoints
    /// Only its hosts can see it.
    public var isRehearsal: Bool
    /// What its encoder sends; nil if the stream has no encoder by design.
    public var health: LiveHealth?

    public init(endpoints: LiveEndpoints, isRehearsal: Bool, health: LiveHealth? = nil) {
        self.endpoints = endpoints
        self.isRehearsal = isRehearsal
        self.health = health
    }
}

/// A stream's ingest and playback URLs.
public struct LiveEndpoints: Hashable, Sendable {
    /// Nil if the stream has no encoder because it is fetched or made of files.
    public var ingest: LiveIngest?
    public var playback = LivePlayback()

    public init() {}

    /// Stores the URLs in the stream.
    public func describe(_ stream: inout LiveStream) {
        stream.ingest = ingest
        stream.playback.hls = playback.hls
        stream.playback.lowLatencyHLS = playback.lowLatencyHLS
    }
}

/// The recording of a stream that has ended.
public struct LiveRecording: Hashable, Sendable {
    /// A path of this service.
    public var url: String
    public var durationMS: Int64

    public init(url: String, durationMS: Int64) {
        self.url = url
        self.durationMS = durationMS
    }

    /// Makes it the stream's replay.
    public func describe(_ stream: inout LiveStream) {
        var replay = stream.replay ?? LiveReplay(url: url)
        replay.url = url
        stream.replay = replay
    }

    /// Makes it the media of the video that the stream was shown under.
    public func describe(_ video: inout Video) {
        video.hlsURL = url
        video.durationMS = durationMS
    }
}
