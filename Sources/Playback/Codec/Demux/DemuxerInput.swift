// SPDX-License-Identifier: Apache-2.0

/// A source of bytes for a demuxer. Called on the demuxer's thread only, and may block it.
public protocol DemuxerInput: AnyObject, Sendable {
    /// Fills the front of the buffer and returns the number of bytes; 0 only at the end.
    /// - Throws: ``CodecError/Code/source`` when the bytes can't be loaded.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int
    /// The total length in bytes; nil when unknown.
    var length: Int? { get }
    /// Continues reading at an absolute offset. Returns false when the source is sequential.
    func seek(to offset: Int) -> Bool
    /// The extension of the file's name without the dot, such as `g722`; nil when unknown. Formats without a signature are recognised only
    /// by it.
    var fileExtension: String? { get }
}

extension DemuxerInput {
    public var length: Int? { nil }
    public func seek(to offset: Int) -> Bool { false }
    public var fileExtension: String? { nil }
}
