// SPDX-License-Identifier: Apache-2.0

/// Options for parsing a playlist.
public struct ReadingOptions: Hashable, Sendable {
    /// How deviations from the standard are treated.
    public enum Mode: UInt8, Hashable, Sendable {
        /// Accept what players in the field accept; deviations are warnings.
        case lenient
        /// Deviations from the standard are errors.
        case strict
    }

    /// Bounds against hostile input; exceeding one is an error.
    public struct Limits: Hashable, Sendable {
        /// The size of the playlist, and of all substituted variables.
        public var bytes: Int
        /// The maximum length of a line in bytes.
        public var lineBytes: Int
        /// The maximum number of segments.
        public var segments: Int
        /// The maximum number of variants.
        public var variants: Int
        /// The maximum number of renditions.
        public var renditions: Int
        /// The maximum number of each of: date ranges, definitions, session data, simultaneous keys, parts of a segment and so on.
        public var items: Int
        /// The size of substituted variables in a line, after which no more are replaced.
        public var substitutedBytes: Int
        /// The maximum number of diagnostics kept.
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

    /// Lenient by default.
    public var mode: Mode
    /// What a playlist may cost; a larger one is refused.
    public var limits: Limits
    /// The multivariant playlist's variables, for EXT-X-DEFINE:IMPORT.
    public var importable: [Definition]

    public init(mode: Mode = .lenient, limits: Limits = Limits(), importable: [Definition] = []) {
        self.mode = mode
        self.limits = limits
        self.importable = importable
    }
}
