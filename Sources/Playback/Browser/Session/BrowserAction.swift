// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// What a ``BrowserSession`` asks the page to do, in the given order.
public enum BrowserAction: Hashable, Sendable {
    /// Fetch a resource and report its head, its bytes as they arrive, and its end.
    case fetch(BrowserFetch)
    case cancel(Int)
    /// Create the source buffers, of a new source if there was one before.
    case open([BufferDescription])
    /// The next bytes of a buffer have another codec (`changeType`).
    case change(TrackKind, number: Int, codec: String)
    /// Append bytes, whose timestamps get an offset in seconds (`timestampOffset`).
    case append(TrackKind, number: Int, offset: Double, bytes: [UInt8])
    /// Forget a fragment that was appended in part (`abort`).
    case reset(TrackKind, number: Int)
    /// Remove what is buffered between two times, in seconds.
    case remove(TrackKind, number: Int, TimeRange)
    /// Try the operation again that found no room.
    case retry(TrackKind)
    /// The duration in seconds; infinite while the stream is live.
    case duration(Double)
    /// The range in which a live stream can be sought.
    case seekable(TimeRange)
    /// All media has been appended (`endOfStream`), once the operations before are carried out.
    case end
    /// Continue at another position, in seconds.
    case seek(to: Double)
    /// The playback rate.
    case rate(Double)
    /// Send ``BrowserEvent/woke`` at this moment; replaces an earlier one.
    case wake(at: Instant)
    case presentation(Presentation)
    case timeline(Timeline)
    /// The segments that play from a time on come from this variant.
    case variant(Int, from: Double)
    /// Cues of the chosen subtitles.
    case cues([TextCue])
    /// Forget the cues that start at this time or later.
    case discardCues(from: Double)
    /// Something failed, but playback continues.
    case warning(String)
    case fail(StreamingError)
    /// Lines of the journal.
    case journal([String])
    /// Send this by POST.
    case report(ClientReport)
    /// The throughput of the network, in bit/s, has changed.
    case throughput(Double)
    /// Convert the next bytes of a segment to fragmented MP4, as a `SegmentConverter` does, and report the completed fragments as
    /// ``BrowserEvent/converted(_:_:)``. Without bytes and not at the end, the page only prepares for requests, and reports nothing.
    case convert(Int, bytes: [UInt8], isEnd: Bool)
    /// Read closed captions in the pictures that are appended from now on, and report them as ``BrowserEvent/captioned(_:)``. The source
    /// buffer has this initialization segment; empty if its first one is still to come.
    case readCaptions(initialization: [UInt8])
    /// The date ranges of the playlists, in timeline order; replaces those before.
    case dateRanges([TimedDateRange])
}

/// A request.
public struct BrowserFetch: Hashable, Sendable {
    public var id: Int
    public var url: String
    public var span: ByteSpan?
    public var limits: StreamLoad.TimeLimits

    public init(id: Int, url: String, span: ByteSpan?, limits: StreamLoad.TimeLimits) {
        (self.id, self.url, self.span, self.limits) = (id, url, span, limits)
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
