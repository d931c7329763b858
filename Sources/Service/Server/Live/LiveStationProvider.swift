// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Takes live streams in and sends them out. The steps of a stream's states call it; what they are told goes into the stream.
public protocol LiveStationProvider: Sendable {
    /// Makes ready for an encoder to send, or begins to play what the stream is made of. Of a stream that is on already it tells the
    /// same again.
    /// - Throws: an `APIError` that says why it can't be.
    func begin(_ stream: LiveStream) async throws -> LivePlace

    /// Takes a stream off the air. Of one that is not on it tells nothing.
    /// - Returns: what was recorded; nil when nothing was.
    func end(_ id: String) async throws -> LiveRecording?

    /// Takes an encoder in before its stream begins, for its hosts alone; ``begin(_:)`` goes on with what it sends then. Of a stream that
    /// is prepared or on already it tells the same again.
    /// - Throws: an `APIError` that says why it can't be.
    func prepare(_ stream: LiveStream) async throws -> LivePlace

    /// How it is with a stream that is prepared or on; nil for another one.
    func state(of id: String) async -> LiveState?
}

/// How it is with a stream that is taken in.
public struct LiveState: Hashable, Sendable {
    public var place: LivePlace
    /// Nobody but its hosts sees it yet.
    public var isRehearsal: Bool
    /// What its encoder sends; nil where none does by its nature.
    public var health: LiveHealth?

    public init(place: LivePlace, isRehearsal: Bool, health: LiveHealth? = nil) {
        self.place = place
        self.isRehearsal = isRehearsal
        self.health = health
    }
}

/// Where a stream comes from and where it is to be had.
public struct LivePlace: Hashable, Sendable {
    /// Nil where no encoder sends: the stream is fetched, or made of files.
    public var ingest: LiveIngest?
    public var playback = LivePlayback()

    public init() {}

    /// Writes it into the stream.
    public func describe(_ stream: inout LiveStream) {
        stream.ingest = ingest
        stream.playback.hls = playback.hls
        stream.playback.lowLatencyHLS = playback.lowLatencyHLS
    }
}

/// What is left of a stream that has ended.
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

    /// Makes it what is played of the video that the stream was shown under.
    public func describe(_ video: inout Video) {
        video.hlsURL = url
        video.durationMS = durationMS
    }
}
