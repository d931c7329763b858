// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// FFmpeg's motion-adaptive deinterlacer (bwdif) or its spatial one (estdif), for frames of one size and format. It holds a frame until the
/// next one arrives.
///
/// Frames go in with their number as the time. They come out with twice that number, or one more for the second field.
final class FieldFilter {
    struct Format: Hashable {
        var width: Int32
        var height: Int32
        var pixels: Int32

        init(_ frame: UnsafeMutablePointer<AVFrame>) {
            width = frame.pointee.width
            height = frame.pointee.height
            pixels = frame.pointee.format
        }
    }

    private let library: windowbox_filters
    private var graph: OpaquePointer?
    private let source: OpaquePointer
    private let sink: OpaquePointer

    /// - Parameters:
    ///   - all: also deinterlaces frames that are not marked as interlaced.
    /// - Throws: ``CodecError`` without libavfilter, or for a format that it does not support.
    init(_ format: Format, _ output: FieldOutput, all: Bool) throws(CodecError) {
        library = try FilterLibrary.loaded.get().functions
        var graph = library.avfilter_graph_alloc()
        do throws(CodecError) {
            guard graph != nil else { throw CodecError(.failed, "allocating the filter graph") }
            let shape = "video_size=\(format.width)x\(format.height):pix_fmt=\(format.pixels):time_base=1/25:frame_rate=25:pixel_aspect=1/1"
            let threads = "threads=\(Self.threads)"
            let source = try Self.create("buffer", shape, in: graph, library)
            // Without neighbours, bwdif takes moving parts for static ones and weaves the fields.
            let options = "mode=\(output == .fields ? 1 : 0):parity=-1:deint=\(all ? 0 : 1):\(threads)"
            let filter = try Self.create(output == .still ? "estdif" : "bwdif", options, in: graph, library)
            let sink = try Self.create("buffersink", nil, in: graph, library)
            try check(library.avfilter_link(source, 0, filter, 0), "linking the deinterlacer")
            try check(library.avfilter_link(filter, 0, sink, 0), "linking the deinterlacer")
            try check(library.avfilter_graph_config(graph!, nil), "setting up the deinterlacer")
            (self.source, self.sink, self.graph) = (source, sink, graph)
        } catch {
            library.avfilter_graph_free(&graph)
            throw error
        }
    }

    deinit { library.avfilter_graph_free(&graph) }

    private static let threads = 2

    private static func create(
        _ name: String, _ arguments: String?, in graph: OpaquePointer?, _ library: windowbox_filters
    ) throws(CodecError) -> OpaquePointer {
        guard let filter = library.avfilter_get_by_name(name) else {
            throw CodecError(.unsupported, "this libavfilter lacks the filter \(name). Install a complete build of FFmpeg")
        }
        var context: OpaquePointer?
        try check(library.avfilter_graph_create_filter(&context, filter, name, arguments, nil, graph!), "creating the deinterlacer")
        return context!
    }

    /// - Parameter frame: becomes empty; nil marks the end.
    func put(_ frame: UnsafeMutablePointer<AVFrame>?, number: Int) throws(CodecError) {
        frame?.pointee.pts = Int64(number)
        try check(library.av_buffersrc_add_frame_flags(source, frame, 0), "deinterlacing")
    }

    /// - Returns: false when no frame is available yet; otherwise `frame` holds one.
    func take(_ frame: UnsafeMutablePointer<AVFrame>) throws(CodecError) -> Bool {
        let status = library.av_buffersink_get_frame_flags(sink, frame, 0)
        if status == wb_error_again || status == wb_error_eof { return false }
        try check(status, "deinterlacing")
        return true
    }
}
