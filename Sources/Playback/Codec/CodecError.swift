// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// An error while demuxing, decoding or converting.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. There may be more in the future, so match with the static members.
    public struct Code: Hashable, Sendable {
        let name: String
        /// The bytes violate their container or codec.
        public static let malformed = Code(name: "malformed")
        /// This build has no demuxer or decoder for it.
        public static let unsupported = Code(name: "unsupported")
        /// The source of the bytes failed or was closed.
        public static let source = Code(name: "source")
        /// Samples are encrypted, and there is no key, or the wrong one.
        public static let locked = Code(name: "locked")
        /// FFmpeg reported another error, such as running out of memory.
        public static let failed = Code(name: "failed")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// The cause, where it occurred, and what to do.
    public let description: String

    /// - Parameter description: the cause, where it occurred, and what to do.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ status: Int32, in call: StaticString) {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
            av_strerror(status, buffer.baseAddress, buffer.count)
            return String(cString: buffer.baseAddress!)
        }
        let code: Code =
            switch status {
            case wb_error_invalid_data: .malformed
            case wb_error_decoder_not_found: .unsupported
            case wb_error_io, wb_error_exit: .source
            default: .failed
            }
        self.init(code, "\(call): \(text)")
    }
}

/// Returns the result of an FFmpeg call, or throws its negative status.
@discardableResult @inline(__always)
func check(_ status: Int32, _ call: StaticString) throws(CodecError) -> Int32 {
    if status < 0 { throw CodecError(status, in: call) }
    return status
}
