// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// An event that the page reports to a ``BrowserSession``.
public enum BrowserEvent: Hashable, Sendable {
    case start(StartPosition)
    /// The state of the media element: after each of its events, and at least every half second during playback.
    case playback(ElementState)
    /// The viewer wants to play from another position, in seconds on the item's timeline.
    case seek(to: Double)
    /// The viewer wants another speed; 1 is normal.
    case speed(Double)
    /// The head of a response.
    case responded(Int, ResponseHead)
    /// The next bytes of a body.
    case received(Int, bytes: [UInt8])
    /// A body is complete.
    case completed(Int)
    case failed(Int, LoadFailure)
    /// A source buffer has carried out everything up to the operation with this number.
    case buffered(TrackKind, number: Int, ranges: [TimeRange])
    /// A source buffer has no room for an operation, which waits.
    case full(TrackKind)
    /// A source buffer could not accept appended data, and has discarded it.
    case refused(TrackKind, reason: String)
    /// The media element has failed, or has lost its source buffers.
    case broken(String)
    /// The moment of ``BrowserAction/wake(at:)`` has come.
    case woke
    case select(Selection)
    case limit(QualityLimits)
    /// Ends everything. Later events are ignored.
    case stop
    /// The page has carried out a ``BrowserAction/convert(_:bytes:isEnd:)``.
    case converted(Int, ConversionAnswer)
    /// Pictures were read for ``BrowserAction/readCaptions(initialization:)``.
    case captioned(CaptionAnswer)
    /// The page can't read captions.
    case captionless(String)
}

/// The media element as the page sees it.
public struct ElementState: Hashable, Sendable {
    /// `currentTime`, in seconds.
    public var position: Double
    /// Whether playback is requested, even if it isn't possible now.
    public var wantsToPlay: Bool
    /// Enough is decoded to continue (`readyState` of at least HAVE_FUTURE_DATA), and no seek is in progress.
    public var isReady: Bool
    /// The end was reached.
    public var hasEnded: Bool
    /// `totalVideoFrames` that were dropped.
    public var droppedFrames: Int
    /// The buffered ranges of each source buffer.
    public var video: [TimeRange]
    public var audio: [TimeRange]

    public init(
        position: Double = 0, wantsToPlay: Bool = false, isReady: Bool = false, hasEnded: Bool = false, droppedFrames: Int = 0,
        video: [TimeRange] = [], audio: [TimeRange] = []
    ) {
        (self.position, self.wantsToPlay, self.isReady, self.hasEnded) = (position, wantsToPlay, isReady, hasEnded)
        (self.droppedFrames, self.video, self.audio) = (droppedFrames, video, audio)
    }
}

/// What a page says about itself before it starts.
public struct BrowserOptions: Hashable, Sendable {
    /// Absolute URL of a playlist.
    public var url: String
    /// The codecs that the browser decodes, as ``Codec/Family/name``.
    public var codecs: [String]
    /// BCP 47 tags, in order of preference.
    public var audioLanguages: [String]
    public var subtitleLanguages: [String]
    /// Seconds of media that are loaded ahead.
    public var bufferGoal: Double
    /// Bytes of media that are loaded ahead; what source buffers hold is limited.
    public var bufferBytes: Int
    public var usesLowLatency: Bool
    /// The throughput of an earlier item on the same network, in bit/s; nil if there was none.
    public var throughput: Double?
    /// Whether all inputs of the session are recorded, for ``BrowserSession/takeRecording()``.
    public var isRecorded: Bool

    public init(
        url: String, codecs: [String] = [], audioLanguages: [String] = [], subtitleLanguages: [String] = [], bufferGoal: Double = 30,
        bufferBytes: Int = 48 << 20, usesLowLatency: Bool = true, throughput: Double? = nil, isRecorded: Bool = false
    ) {
        (self.url, self.codecs, self.audioLanguages, self.subtitleLanguages) = (url, codecs, audioLanguages, subtitleLanguages)
        (self.bufferGoal, self.bufferBytes) = (bufferGoal, bufferBytes)
        (self.usesLowLatency, self.throughput, self.isRecorded) = (usesLowLatency, throughput, isRecorded)
    }

    /// The configuration of the session that decides what is loaded.
    public var configuration: StreamingConfiguration {
        var configuration = StreamingConfiguration()
        configuration.bufferGoal = bufferGoal.isFinite ? min(max(bufferGoal, 2), 600) : 30
        configuration.bufferBytes = max(bufferBytes, 1 << 20)
        configuration.capabilities.codecs = codecs.isEmpty ? nil : codecs.map { Codec.Family($0) }
        configuration.audioLanguages = audioLanguages
        configuration.subtitleLanguages = subtitleLanguages
        configuration.usesLowLatency = usesLowLatency
        configuration.quality.initialThroughput = throughput
        return configuration
    }
}
