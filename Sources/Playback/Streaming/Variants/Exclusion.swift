// SPDX-License-Identifier: Apache-2.0

extension Presentation {
    /// Why a variant is never chosen.
    public struct Exclusion: Hashable, Sendable {
        /// The kind of obstacle; more may be added, so match with the static members.
        public struct Cause: Hashable, Sendable {
            /// The cause's name in logs, such as `codec`. It is not meant for users.
            public let name: String
            init(_ name: String) { self.name = name }
            /// There is no decoder for a codec listed in CODECS or SUPPLEMENTAL-CODECS.
            public static let codec = Cause("codec")
            /// The VIDEO-RANGE can't be shown.
            public static let videoRange = Cause("videoRange")
            /// HDCP-LEVEL.
            public static let protectionLevel = Cause("protectionLevel")
            /// ALLOWED-CPC.
            public static let contentProtection = Cause("contentProtection")
            /// REQ-VIDEO-LAYOUT.
            public static let videoLayout = Cause("videoLayout")
            /// Its segments turned out not to be decodable.
            public static let undecodable = Cause("undecodable")
        }

        /// The kind of obstacle.
        public var cause: Cause
        /// One human-readable sentence.
        public var reason: String
        public init(_ cause: Cause, reason: String) {
            self.cause = cause
            self.reason = reason
        }
    }
}
