// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension Demuxer {
    /// Seeks to the keyframe before a time, according to the container. Unlike ``seek(to:)``, it does not check the result, so reading may
    /// begin a little later.
    /// - Parameter time: seconds.
    /// - Throws: ``CodecError`` when the source can't be read there.
    public func rewind(to time: Double) throws(CodecError) { try jump(to: max(time, 0)) }

    /// Whether the container lists the samples of each track, so that one track can be read without the others.
    public var listsSamples: Bool { String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov") }
}
