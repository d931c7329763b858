// SPDX-License-Identifier: Apache-2.0

/// A source that is filled while it is read: a loader appends, and a demuxer blocks until bytes arrive.
///
/// It keeps all bytes until it is released.
public final class ByteFeed: DemuxerInput {
    private struct State {
        var chunks: [[UInt8]] = []
        var total = 0
        var end: End?
        // The reader's position.
        var chunk = 0
        var offset = 0
    }

    private enum End {
        case complete
        case failed(CodecError)
    }

    private let state = Monitor(State())

    public init() {}

    /// Makes a feed that already has all its bytes.
    public convenience init(_ bytes: [UInt8]) {
        self.init()
        append(bytes)
        finish()
    }

    /// Appends bytes, and wakes a waiting reader. Does nothing after the end.
    public func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        state.change {
            guard $0.end == nil else { return }
            $0.chunks.append(bytes)
            $0.total += bytes.count
        }
    }

    /// No more bytes follow.
    public func finish() { state.change { if $0.end == nil { $0.end = .complete } } }

    /// Ends the feed with an error. A reader gets the bytes so far, then the error.
    public func fail(_ reason: String) { state.change { if $0.end == nil { $0.end = .failed(CodecError(.source, reason)) } } }

    /// Bytes received so far.
    public var count: Int { state.read { $0.total } }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let result: Result<Int, CodecError> = state.wait { state in
            if state.chunk < state.chunks.count {
                var written = 0
                while written < buffer.count, state.chunk < state.chunks.count {
                    let available = state.chunks[state.chunk].count - state.offset
                    let count = min(available, buffer.count - written)
                    state.chunks[state.chunk].withUnsafeBytes { source in
                        UnsafeMutableRawBufferPointer(rebasing: buffer[written..<written + count])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[state.offset..<state.offset + count]))
                    }
                    written += count
                    state.offset += count
                    if count == available { (state.chunk, state.offset) = (state.chunk + 1, 0) }
                }
                return .success(written)
            }
            switch state.end {
            case nil: return nil
            case .complete: return .success(0)
            case .failed(let error): return .failure(error)
            }
        }
        return try result.get()
    }
}

/// Concatenated sources, such as an initialization section and its segment.
public final class ConcatenatedSource: DemuxerInput {
    private let sources: [any DemuxerInput]
    private let current = Monitor(0)

    /// - Parameter sources: read one after the other.
    public init(_ sources: [any DemuxerInput]) { self.sources = sources }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        var index = current.read { $0 }
        while index < sources.count {
            let count = try sources[index].read(into: buffer)
            if count > 0 { return count }
            index += 1
            current.change { $0 = index }
        }
        return 0
    }
}
