// SPDX-License-Identifier: Apache-2.0

import CPulse
import WindowboxCodec

extension AudioFormat {
    /// The channel positions for PulseAudio; nil leaves them to the server.
    ///
    /// Without it, the server assumes the channel order of AIFF files for six channels, and dialogue comes from behind.
    var pulseMap: pa_channel_map? {
        guard let layout, layout.count <= Int(PA_CHANNELS_MAX) else { return nil }
        var map = pa_channel_map()
        map.channels = UInt8(layout.count)
        withUnsafeMutableBytes(of: &map.map) { bytes in
            let positions = bytes.bindMemory(to: pa_channel_position_t.self)
            for (index, channel) in layout.enumerated() { positions[index] = channel.pulsePosition }
        }
        return map
    }
}

extension AudioChannel {
    fileprivate var pulsePosition: pa_channel_position_t {
        switch self {
        case .mono: PA_CHANNEL_POSITION_MONO
        case .frontLeft: PA_CHANNEL_POSITION_FRONT_LEFT
        case .frontRight: PA_CHANNEL_POSITION_FRONT_RIGHT
        case .frontCenter: PA_CHANNEL_POSITION_FRONT_CENTER
        case .lowFrequency: PA_CHANNEL_POSITION_LFE
        case .backLeft: PA_CHANNEL_POSITION_REAR_LEFT
        case .backRight: PA_CHANNEL_POSITION_REAR_RIGHT
        case .backCenter: PA_CHANNEL_POSITION_REAR_CENTER
        case .sideLeft: PA_CHANNEL_POSITION_SIDE_LEFT
        case .sideRight: PA_CHANNEL_POSITION_SIDE_RIGHT
        }
    }
}
