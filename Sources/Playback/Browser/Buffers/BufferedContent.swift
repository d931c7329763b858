// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The buffered range around a position, by content type, in seconds.
struct BufferedContent {
    private(set) var starts: [ContentType: Double] = [:]
    private(set) var ends: [ContentType: Double] = [:]

    init(_ media: BrowserMedia, _ buffers: BufferPlan, _ text: BrowserText, around position: Double) {
        for type in media.contentTypes {
            let range = type == .subtitles ? text.range(around: position) : buffers.common(of: media.kinds(of: type), around: position)
            guard let range else { continue }
            (starts[type], ends[type]) = (range.start, range.end)
        }
    }
}
