// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// An event that the page reports to a ``BrowserSession``.
public enum BrowserEvent: Hashable, Sendable {
    case start(StartPosition)
    /// The state of the media element: after each of its events, and at least every half second during playback.
    case playback(ElementState)
    /// The viewer seeks to a position, in seconds on the item's timeline.
    case seek(to: Double)
    /// The viewer has changed the speed; 1 is normal.
    case speed(Double)
    /// The head of a response.
    case responded(Int, ResponseHead)
    /// The next bytes of a body.
    case received(Int, bytes: [UInt8])
    /// A body is complete.
    case completed(Int)
    case failed(Int, LoadFailure)
    /// A source buffer has completed all operations up to the one with this number.
    case buffered(TrackKind, number: Int, ranges: [TimeRange])
    /// A source buffer is full; an operation waits.
    case full(TrackKind)
    /// A source buffer has rejected and discarded appended data.
    case refused(TrackKind, reason: String)
    /// The media element has failed, or has lost its source buffers.
    case broken(String)
    /// The time of ``BrowserAction/wake(at:)`` has come.
    case woke
    case select(Selection)
    case limit(QualityLimits)
    /// Ends the session. Later events are ignored.
    case stop
    /// The page has performed a ``BrowserAction/convert(_:bytes:isEnd:)``.
    case converted(Int, ConversionResult)
    /// The page has read captions, as requested by ``BrowserAction/readCaptions(initialization:)``.
    case captioned(CaptionResult)
    /// The page can't read captions.
    case captionless(String)
    case protection(ProtectionEvent)
}

/// The state of the media element.
public struct ElementState: Hashable, Sendable {
    /// `currentTime`, in seconds.
    public var position: Double
    /// Whether playback is requested, even if it isn't possible now.
    public var wantsToPlay: Bool
    /// Enough is decoded to continue (`readyState` of at least HAVE_FUTURE_DATA), and no seek is in progress.
    public var isReady: Bool
    /// The element has reached the end.
    public var hasEnded: Bool
    /// `droppedVideoFrames`.
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

/// The settings that a page gives before it starts.
public struct BrowserOptions: Hashable, Sendable {
    /// Absolute URL of a playlist.
    public var url: String
    /// The names of the codecs that the browser decodes, as in ``Codec/Family/name``.
    public var codecs: [String]
    /// BCP 47 tags, in order of preference.
    public var audioLanguages: [String]
    public var subtitleLanguages: [String]
    /// Seconds of media that are loaded ahead.
    public var bufferGoal: Double
    /// The maximum number of bytes that are loaded ahead, because source buffers have limited capacity.
    public var bufferBytes: Int
    public var usesLowLatency: Bool
    /// The throughput of an earlier item on the same network, in bit/s; nil if there was none.
    public var throughput: Double?
    /// Whether all inputs of the session are recorded, for ``BrowserSession/takeRecording()``.
    public var isRecorded: Bool
    /// Whether the application has keys of encrypted media, or a function that gives them.
    public var hasApplicationKeys: Bool

    public init(
        url: String, codecs: [String] = [], audioLanguages: [String] = [], subtitleLanguages: [String] = [], bufferGoal: Double = 30,
        bufferBytes: Int = 48 << 20, usesLowLatency: Bool = true, throughput: Double? = nil, isRecorded: Bool = false,
        hasApplicationKeys: Bool = false
    ) {
        (self.url, self.codecs, self.audioLanguages, self.subtitleLanguages) = (url, codecs, audioLanguages, subtitleLanguages)
        (self.bufferGoal, self.bufferBytes) = (bufferGoal, bufferBytes)
        (self.usesLowLatency, self.throughput, self.isRecorded) = (usesLowLatency, throughput, isRecorded)
        self.hasApplicationKeys = hasApplicationKeys
    }

    /// The configuration of the streaming session.
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
