// SPDX-License-Identifier: Apache-2.0

/// The type of a track's content.
public enum TrackKind: UInt8, Hashable, Sendable, CaseIterable {
    /// Pictures, sound, or subtitles and captions.
    case video, audio, text

    /// The name for reports and logs.
    public var name: String {
        switch self {
        case .video: "video"
        case .audio: "audio"
        case .text: "text"
        }
    }
}
