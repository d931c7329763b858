// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Glibc

/// Converts between light and code values from 0 to 1.
enum TransferFunction: Hashable {
    /// SMPTE ST 2084, perceptual quantisation.
    case pq
    /// ITU-R BT.2100, hybrid log-gamma.
    case hlg

    init?(_ characteristic: AVColorTransferCharacteristic) {
        switch characteristic {
        case AVCOL_TRC_SMPTE2084: self = .pq
        case AVCOL_TRC_ARIB_STD_B67: self = .hlg
        default: return nil
        }
    }

    /// For PQ the display's light in cd/m², for HLG the scene's light from 0 to 1.
    func linear(_ value: Double) -> Double {
        switch self {
        case .pq: PerceptualQuantizer.luminance(value)
        case .hlg: value <= 0.5 ? value * value / 3 : (exp((value - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12
        }
    }
}

/// SMPTE ST 2084: code values between 0 and 1, luminance in cd/m².
enum PerceptualQuantizer {
    private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)

    static func luminance(_ value: Double) -> Double {
        let power = pow(max(value, 0), 1 / m2)
        return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    static func value(_ luminance: Double) -> Double {
        let power = pow(max(luminance, 0) / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }
}

/// The sRGB transfer function for SDR screens (IEC 61966-2-1).
func standardValue(ofLinear light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
}
