// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// What went wrong while demuxing, decoding or converting.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        let name: String
        /// The bytes are not what their container or codec says.
        public static let malformed = Code(name: "malformed")
        /// No demuxer or decoder of this build reads it.
        public static let unsupported = Code(name: "unsupported")
        /// The source of the bytes failed or was closed.
        public static let source = Code(name: "source")
        /// Samples are encrypted, and no key opens them, or not the one at hand.
        public static let locked = Code(name: "locked")
        /// FFmpeg reported something else, such as no memory.
        public static let failed = Code(name: "failed")
    }

    public let code: Code
    /// Cause, place and cure.
    public let description: String

    /// - Parameter description: cause, place and cure.
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

/// Passes on what an FFmpeg call returned, or throws its negative status.
@discardableResult @inline(__always)
func check(_ status: Int32, _ call: StaticString) throws(CodecError) -> Int32 {
    if status < 0 { throw CodecError(status, in: call) }
    return status
}
