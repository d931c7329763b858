// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension Demuxer {
    /// Seeks near a time in the file, to the preceding keyframe as far as the container tells. Reading may begin a little later, because
    /// nothing is read to verify it.
    /// - Parameter time: seconds.
    /// - Throws: ``CodecError`` when the source can't be read there.
    public func rewind(to time: Double) throws(CodecError) { try jump(to: max(time, 0)) }

    /// Whether the container lists the samples of each track, so that one track can be read without the others.
    public var listsSamples: Bool { String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov") }
}
