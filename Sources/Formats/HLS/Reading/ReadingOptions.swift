// SPDX-License-Identifier: Apache-2.0

/// How a playlist is read.
public struct ReadingOptions: Hashable, Sendable {
    public enum Mode: UInt8, Hashable, Sendable {
        /// What players in the field accept; each deviation is a warning.
        case lenient
        /// What the standard demands is an error.
        case strict
    }

    /// Bounds against hostile input; passing one is an error.
    public struct Limits: Hashable, Sendable {
        /// Of the playlist, and of all that its variables put into it.
        public var bytes: Int
        public var lineBytes: Int
        public var segments: Int
        public var variants: Int
        public var renditions: Int
        /// Date ranges, definitions, session data, keys at once, parts of a segment and the like: each at most this many.
        public var items: Int
        /// Of variables in one line, after which nothing is replaced any more.
        public var substitutedBytes: Int
        /// Further ones are dropped.
        public var diagnostics: Int
        public init(
            bytes: Int = 64 << 20, lineBytes: Int = 1 << 20, segments: Int = 1_000_000, variants: Int = 10_000, renditions: Int = 10_000,
            items: Int = 100_000, substitutedBytes: Int = 1 << 20, diagnostics: Int = 1_000
        ) {
            self.bytes = bytes
            self.lineBytes = lineBytes
            self.segments = segments
            self.variants = variants
            self.renditions = renditions
            self.items = items
            self.substitutedBytes = substitutedBytes
            self.diagnostics = diagnostics
        }
    }

    public var mode: Mode
    public var limits: Limits
    /// The multivariant playlist's variables, for EXT-X-DEFINE:IMPORT.
    public var importable: [Definition]

    public init(mode: Mode = .lenient, limits: Limits = Limits(), importable: [Definition] = []) {
        self.mode = mode
        self.limits = limits
        self.importable = importable
    }
}
