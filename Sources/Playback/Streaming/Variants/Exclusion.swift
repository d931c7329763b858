// SPDX-License-Identifier: Apache-2.0

extension Presentation {
    /// Why a variant is never chosen.
    public struct Exclusion: Hashable, Sendable {
        /// What stands against it; more may come, so match with the static members.
        public struct Cause: Hashable, Sendable {
            public let name: String
            init(_ name: String) { self.name = name }
            /// A codec that no decoder is there for, by CODECS and SUPPLEMENTAL-CODECS.
            public static let codec = Cause("codec")
            public static let videoRange = Cause("videoRange")
            /// HDCP-LEVEL.
            public static let protectionLevel = Cause("protectionLevel")
            /// ALLOWED-CPC.
            public static let contentProtection = Cause("contentProtection")
            /// REQ-VIDEO-LAYOUT.
            public static let videoLayout = Cause("videoLayout")
            /// Its segments turned out to be what can't be decoded.
            public static let undecodable = Cause("undecodable")
        }

        public var cause: Cause
        /// One sentence for people.
        public var reason: String
        public init(_ cause: Cause, reason: String) {
            self.cause = cause
            self.reason = reason
        }
    }
}
