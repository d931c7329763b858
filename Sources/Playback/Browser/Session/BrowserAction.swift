// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransmux

/// An action that a ``BrowserSession`` requests from the page. Actions are performed in order.
public enum BrowserAction: Hashable, Sendable {
    /// Fetch a resource and report its head, its bytes as they arrive, and its end.
    case fetch(BrowserFetch)
    case cancel(Int)
    /// Create the source buffers; if there is a media source already, of a new one.
    case open([BufferDescription])
    /// The next bytes of a buffer have another codec (`changeType`).
    case change(TrackKind, number: Int, codec: String)
    /// Append bytes, whose timestamps get an offset in seconds (`timestampOffset`).
    case append(TrackKind, number: Int, offset: Double, bytes: [UInt8])
    /// Discard a partly appended fragment (`abort`).
    case reset(TrackKind, number: Int)
    /// Remove the buffered range between two times, in seconds.
    case remove(TrackKind, number: Int, TimeRange)
    /// Retry the operation that failed because the buffer was full.
    case retry(TrackKind)
    /// The duration in seconds; infinite while the stream is live.
    case duration(Double)
    /// The seekable range of a live stream.
    case seekable(TimeRange)
    /// End the stream (`endOfStream`) once the preceding operations are complete.
    case end
    /// Continue at another position, in seconds.
    case seek(to: Double)
    /// The playback rate.
    case rate(Double)
    /// Send ``BrowserEvent/woke`` at this time; replaces an earlier request.
    case wake(at: Instant)
    case presentation(Presentation)
    case timeline(Timeline)
    /// From a time on, segments of this variant are played.
    case variant(Int, from: Double)
    /// Cues of the chosen subtitles.
    case cues([TextCue])
    /// Remove the cues that start at this time or later.
    case discardCues(from: Double)
    /// Something failed, but playback continues.
    case warning(String)
    case fail(StreamingError)
    /// Lines of the journal.
    case journal([String])
    /// Send this report by POST.
    case report(ClientReport)
    /// The measured throughput has changed, in bit/s.
    case throughput(Double)
    /// Convert the next bytes of a segment to fragmented MP4, as a `SegmentConverter` does, and report the completed fragments as
    /// ``BrowserEvent/converted(_:_:)``. Without bytes and not at the end, the page only prepares for requests, and reports nothing. The
    /// first bytes come with the key of the samples, if these are encrypted.
    case convert(Int, bytes: [UInt8], isEnd: Bool, key: SampleKey?)
    /// Read closed captions in the pictures that are appended from now on, and report them as ``BrowserEvent/captioned(_:)``. The source
    /// buffer has this initialization segment; empty if its first one is still to come.
    case readCaptions(initialization: [UInt8])
    /// The date ranges of the playlists, in timeline order; replaces the previous ones.
    case dateRanges([TimedDateRange])
    case protection(ProtectionAction)
    /// Frames of ID3 tags: new ones, and those with another end.
    case metadata([MetadataCue])
    /// Forget the metadata that starts before this time.
    case discardMetadata(before: Double)
}

/// A request.
public struct BrowserFetch: Hashable, Sendable {
    public var id: Int
    public var url: String
    public var span: ByteSpan?
    public var limits: StreamLoad.TimeLimits
    /// JSON that is sent by POST; nil for GET.
    public var body: [UInt8]?

    public init(id: Int, url: String, span: ByteSpan?, limits: StreamLoad.TimeLimits, body: [UInt8]? = nil) {
        (self.id, self.url, self.span, self.limits, self.body) = (id, url, span, limits, body)
    }
}

/// A source buffer to be created: `video/mp4; codecs="…"` or `audio/mp4; codecs="…"`.
public struct BufferDescription: Hashable, Sendable {
    public var kind: TrackKind
    /// RFC 6381.
    public var codec: String

    public init(kind: TrackKind, codec: String) {
        self.kind = kind
        self.codec = codec
    }
}
