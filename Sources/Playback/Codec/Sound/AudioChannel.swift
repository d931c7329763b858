// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// The position of an audio channel.
public enum AudioChannel: Hashable, Sendable {
    /// The only channel.
    case mono
    /// The loudspeaker's place, as seen by the listener.
    case frontLeft, frontRight, frontCenter, lowFrequency, backLeft, backRight, backCenter, sideLeft, sideRight

    fileprivate init?(_ channel: AVChannel) {
        switch channel {
        case AV_CHAN_FRONT_LEFT: self = .frontLeft
        case AV_CHAN_FRONT_RIGHT: self = .frontRight
        case AV_CHAN_FRONT_CENTER: self = .frontCenter
        case AV_CHAN_LOW_FREQUENCY: self = .lowFrequency
        case AV_CHAN_BACK_LEFT: self = .backLeft
        case AV_CHAN_BACK_RIGHT: self = .backRight
        case AV_CHAN_BACK_CENTER: self = .backCenter
        case AV_CHAN_SIDE_LEFT: self = .sideLeft
        case AV_CHAN_SIDE_RIGHT: self = .sideRight
        default: return nil
        }
    }
}

extension AudioFormat {
    /// The positions of the channels in interleaving order: 5.1 is front left, front right, centre, low frequency, back left, back right.
    /// nil for a channel count without a standard layout.
    public var layout: [AudioChannel]? {
        if channels == 1 { return [.mono] }
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(channels))
        defer { av_channel_layout_uninit(&layout) }
        let known = (0..<channels).compactMap { AudioChannel(av_channel_layout_channel_from_index(&layout, UInt32($0))) }
        return known.count == channels ? known : nil
    }
}
