// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxMonitoring

@Suite("JSON reports")
struct ReportTests {
    private func text(_ content: MonitoringReport.Content) throws -> String {
        let report = MonitoringReport(sessionID: "6ec4", timestamp: 1_700_000_000_123, content: content)
        return String(decoding: try report.json(), as: UTF8.self)
    }

    @Test("1.18: START reports the environment and the startup times")
    func start() throws {
        let data = StartData(
            environment: Sample.environment,
            media: .init(assetUrl: "https://example.org/a.m3u8", id: "urn:1", metadataUrl: "https://example.org/a.json"),
            qoeTimings: .init(metadata: 200, asset: 300, total: 500), qosTimings: .init(metadata: 250))
        #expect(
            try text(.start(data)) == """
                {"data":{"application":{"id":"org.example.player","version":"1.2"},"device":{"id":"d1","model":"PC","type":"Computer"},\
                "media":{"asset_url":"https://example.org/a.m3u8","id":"urn:1","metadata_url":"https://example.org/a.json"},\
                "os":{"name":"Debian GNU/Linux","version":"12"},\
                "player":{"language":"fr-CH","name":"Windowbox","platform":"Linux","version":"0.1"},\
                "qoe_timings":{"asset":300,"metadata":200,"total":500},"qos_timings":{"metadata":250},\
                "screen":{"height":1080,"width":1920}},\
                "event_name":"START","session_id":"6ec4","timestamp":1700000000123,"version":1}
                """)
    }

    @Test("1.18: HEARTBEAT and STOP report the playback state")
    func status() throws {
        let data = StatusData(
            audio: "fr", bandwidth: 5_000_000, bitrate: 2_000_000, bufferedDuration: 12_500, duration: 60_000, frameDrops: 3,
            playbackDuration: 4_100, position: 4_200, positionTimestamp: 1_700_000_004_200, stall: .init(count: 1, duration: 900),
            streamType: "On-demand",
            subtitles: "de", url: "https://example.org/a.m3u8")
        let body = """
            {"data":{"audio":"fr","bandwidth":5000000,"bitrate":2000000,"buffered_duration":12500,"duration":60000,"frame_drops":3,\
            "playback_duration":4100,"position":4200,"position_timestamp":1700000004200,"stall":{"count":1,"duration":900},\
            "stream_type":"On-demand","subtitles":"de","url":"https://example.org/a.m3u8"},\
            "event_name":"NAME","session_id":"6ec4","timestamp":1700000000123,"version":1}
            """
        #expect(try text(.heartbeat(data)) == body.replacing("NAME", with: "HEARTBEAT"))
        #expect(try text(.stop(data)) == body.replacing("NAME", with: "STOP"))
    }

    @Test("1.18: ERROR reports what failed and where, and omits what is unknown")
    func error() throws {
        let data = ErrorData(message: "gone \"for good\"", name: "PlayerError(notFound)", url: "https://example.org/a", vpn: false)
        #expect(
            try text(.error(data)) == """
                {"data":{"message":"gone \\"for good\\"","name":"PlayerError(notFound)","url":"https://example.org/a","vpn":false},\
                "event_name":"ERROR","session_id":"6ec4","timestamp":1700000000123,"version":1}
                """)
    }
}
