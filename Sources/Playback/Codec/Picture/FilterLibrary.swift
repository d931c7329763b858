// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// libavfilter, loaded when the first interlaced frame is decoded.
// @unchecked: addresses of functions in a library that stays loaded. They are never changed.
struct FilterLibrary: @unchecked Sendable {
    let functions: windowbox_filters

    /// Loaded once per process.
    static let loaded = Result { () throws(CodecError) in try FilterLibrary() }

    private init() throws(CodecError) {
        let table = UnsafeMutablePointer<windowbox_filters>.allocate(capacity: 1)
        defer { table.deallocate() }
        if let missing = windowbox_filters_load(table) {
            throw CodecError(
                .unsupported,
                "\(String(cString: missing)) was not found; it is needed for deinterlacing. Install the libavfilter that belongs to this FFmpeg."
            )
        }
        functions = table.pointee
    }
}
