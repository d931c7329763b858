// SPDX-License-Identifier: Apache-2.0

/// Where a demuxer's bytes come from. Called on the demuxer's thread only, and may block it.
public protocol DemuxerInput: AnyObject, Sendable {
    /// Fills the front of the buffer and returns how many bytes that were; 0 only at the end.
    /// - Throws: ``CodecError/Code/source`` when the bytes can't be had.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int
    /// The whole length in bytes, when it is known.
    var length: Int? { get }
    /// Goes on reading at an absolute offset; false when the source only runs forwards.
    func seek(to offset: Int) -> Bool
}

extension DemuxerInput {
    public var length: Int? { nil }
    public func seek(to offset: Int) -> Bool { false }
}
