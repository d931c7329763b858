// SPDX-License-Identifier: Apache-2.0

/// How far a download is.
public struct DownloadProgress: Hashable, Codable, Sendable {
    /// Bytes of media and keys that are there.
    public var bytes: Int
    /// Seconds of media that are there whole, of one rendition's length at most.
    public var seconds: Double
    /// 0...1, by the seconds of all renditions together; by bytes for a file. It stays 0 while nothing tells how much there is.
    public var fraction: Double

    public init(bytes: Int = 0, seconds: Double = 0, fraction: Double = 0) {
        self.bytes = bytes
        self.seconds = seconds
        self.fraction = fraction
    }
}
