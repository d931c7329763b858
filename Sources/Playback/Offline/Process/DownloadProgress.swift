// SPDX-License-Identifier: Apache-2.0

/// The progress of a download.
public struct DownloadProgress: Hashable, Codable, Sendable {
    /// Bytes of media and keys that are present.
    public var bytes: Int
    /// Seconds of media that are complete. At most the duration of one rendition.
    public var seconds: Double
    /// 0...1, by the seconds of all renditions together; by bytes for a file. Stays 0 while the total is unknown.
    public var fraction: Double

    public init(bytes: Int = 0, seconds: Double = 0, fraction: Double = 0) {
        self.bytes = bytes
        self.seconds = seconds
        self.fraction = fraction
    }
}
