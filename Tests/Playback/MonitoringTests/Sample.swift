// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia

@testable import WindowboxMonitoring
@testable import WindowboxPlayer

/// Values shared by the tests of this folder.
enum Sample {
    static let environment = MonitoringEnvironment(
        application: .init(id: "org.example.player", version: "1.2"),
        device: .init(id: "d1", model: "PC", type: .computer), os: .init(name: "Debian GNU/Linux", version: "12"),
        screen: .init(width: 1920, height: 1080), player: .init(name: "Windowbox", platform: "Linux", version: "0.1", language: "fr-CH"))

    static func event(_ id: Int, _ kind: MetricEvent.Kind) -> MetricEvent {
        MetricEvent(id: id, date: Date(timeIntervalSince1970: Double(id)), time: nil, kind: kind)
    }

    static var state: MonitoredState {
        var state = MonitoredState()
        state.isPlaying = true
        (state.audio, state.subtitles) = ("fr", "de")
        (state.bitrate, state.bufferedDuration, state.duration, state.frameDrops) = (2_000_000, 12_500, 60_000, 3)
        (state.position, state.positionTimestamp) = (4_200, 1_700_000_004_200)
        (state.streamType, state.url) = ("On-demand", "https://example.org/a.m3u8")
        return state
    }

    static let failure = PlayerError(.notFound, "There is nothing at the address.", url: "https://example.org/a.m3u8")

    /// A second of silence.
    static var sound: String {
        func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let count = 8000
        var bytes = Array("RIFF".utf8) + little(36 + 2 * count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4) + little(2, 2) + little(16, 2)
        bytes += Array("data".utf8) + little(2 * count, 4) + Array(repeating: 0, count: 2 * count)
        return "data:audio/wav;base64," + Data(bytes).base64EncodedString()
    }
}
