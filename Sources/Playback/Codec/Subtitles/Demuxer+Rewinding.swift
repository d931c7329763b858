// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension Demuxer {
    /// Goes to about a time of the file, to the last key picture before it as far as the container tells: what is read from there may
    /// begin a little later, but nothing is read to make sure.
    /// - Parameter time: seconds.
    /// - Throws: ``CodecError`` when the source can't be read there.
    public func rewind(to time: Double) throws(CodecError) { try jump(to: max(time, 0)) }

    /// The container lists the samples of each track, so that those of one can be read without the others.
    public var listsSamples: Bool { String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov") }
}
