// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// FFmpeg's view of a ``DemuxerInput``: an AVIOContext whose callbacks read it.
final class SourceContext {
    /// The context of the C callbacks: the source, and the error that a callback can't throw.
    private final class Box {
        let source: any DemuxerInput
        var error: CodecError?
        var position = 0
        init(_ source: any DemuxerInput) { self.source = source }
    }

    let raw: UnsafeMutablePointer<AVIOContext>
    private let box: Unmanaged<Box>

    /// Large enough to read an I-frame with few calls. A read from a feed returns what is available.
    private static let bufferSize = 32_768

    init(_ source: any DemuxerInput, seekable: Bool) {
        box = Unmanaged.passRetained(Box(source))
        let buffer = av_malloc(Self.bufferSize)!.assumingMemoryBound(to: UInt8.self)
        raw = avio_alloc_context(
            buffer, Int32(Self.bufferSize), 0, box.toOpaque(),
            { opaque, buffer, size in
                let box = Unmanaged<Box>.fromOpaque(opaque!).takeUnretainedValue()
                do throws(CodecError) {
                    let count = try box.source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
                    box.position += count
                    return count > 0 ? Int32(count) : wb_error_eof
                } catch {
                    box.error = error
                    return wb_error_io
                }
            }, nil,
            seekable
                ? { opaque, offset, whence in
                    let box = Unmanaged<Box>.fromOpaque(opaque!).takeUnretainedValue()
                    if whence & AVSEEK_SIZE != 0 { return Int64(box.source.length ?? -1) }
                    let target: Int64
                    switch whence & ~AVSEEK_FORCE {
                    case SEEK_SET: target = offset
                    case SEEK_CUR: target = Int64(box.position) + offset
                    case SEEK_END: target = Int64(box.source.length ?? 0) + offset
                    default: return Int64(wb_error_io)
                    }
                    guard target >= 0, box.source.seek(to: Int(target)) else { return Int64(wb_error_io) }
                    box.position = Int(target)
                    return target
                } : nil)!
        raw.pointee.seekable = seekable ? AVIO_SEEKABLE_NORMAL : 0
    }

    /// The extension of the source's file.
    var fileExtension: String? { box.takeUnretainedValue().source.fileExtension }

    /// The source's error that ended reading, if any.
    var error: CodecError? { box.takeUnretainedValue().error }

    deinit {
        // libavformat may have replaced the buffer.
        av_freep(&raw.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = raw
        avio_context_free(&context)
        box.release()
    }
}
