// SPDX-License-Identifier: Apache-2.0

/// What a track carries.
public enum TrackKind: UInt8, Hashable, Sendable, CaseIterable {
    case video, audio, text

    /// The word for reports and journals.
    public var name: String {
        switch self {
        case .video: "video"
        case .audio: "audio"
        case .text: "text"
        }
    }
}
