// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxKit
import WindowboxOrigin

/// Everything that a stitched stream needs on one loopback server: content with markers, ads, an ad server, and a beacon counter.
public final class AdOrigin: Sendable {
    /// Something did not arrive in time.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// Kept apart from the server, whose handler must not retain it.
    private final class Book: Sendable {
        let paths = Watched<[String]>([])
        let answers = Mutex<[String: String]>([:])
        let redirects = Mutex<[String: String]>([:])
        private let gate = Mutex<(paths: Set<String>, waiting: [CheckedContinuation<Void, Never>])>(([], []))

        func hold(_ paths: Set<String>) { gate.withLock { $0.paths = paths } }

        func release() {
            let waiting = gate.withLock { gate in
                gate.paths = []
                defer { gate.waiting = [] }
                return gate.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        /// Waits while the path is held.
        func pass(_ path: String) async {
            await withCheckedContinuation { continuation in
                let isHeld = gate.withLock { gate in
                    guard gate.paths.contains(path) else { return false }
                    gate.waiting.append(continuation)
                    return true
                }
                if !isHeld { continuation.resume() }
            }
        }

        func note(_ path: String) { paths.change { $0.append(path) } }

        static func count(_ prefix: String, _ paths: [String]) -> Int { paths.count { $0.hasPrefix(prefix) } }
    }

    private let book = Book()
    private let origin: Origin
    public var address: String { origin.address }
    public var content: String { "\(address)/content/index.m3u8" }

    /// - Parameters:
    ///   - texts: Responses by path, in addition to the streams.
    ///   - ads: The durations of the ads in a break; a creative lasts 5 s or 1 s.
    public init(texts: [String: String] = [:], ads: [Double] = [5]) async throws {
        let folder = try OriginFolder(GeneratedStreams.directory.path)
        let book = book
        book.answers.withLock { $0 = texts }
        origin = try await Origin { request in
            book.note(request.path + (request.query.map { "?\($0)" } ?? ""))
            if let text = book.answers.withLock({ $0[request.path] }) {
                return .text(text, type: MediaContentType.name(ofPath: request.path))
            }
            if let target = book.redirects.withLock({ $0[request.path] }) { return .redirect(to: target) }
            if request.path == "/vast" {
                let index = request.query?.split(separator: "&").first { $0.hasPrefix("b=") }.map { String($0.dropFirst(2)) } ?? "0"
                let host = request.header("Host") ?? ""
                return .text(Self.vast(ads, of: index, at: "http://\(host)"), type: "application/xml")
            }
            await book.pass(request.path)
            if request.path.hasPrefix("/beacon/") { return OriginResponse(status: 204) }
            return folder.answer(request)
        }
    }

    /// Also releases held requests, so that no one waits for a response that never comes.
    public func stop() async {
        book.release()
        await origin.stop()
    }

    /// Holds requests for these paths until ``release()``.
    public func hold(_ paths: Set<String>) { book.hold(paths) }
    public func release() { book.release() }

    public func set(_ text: String, at path: String) { book.answers.withLock { $0[path] = text } }

    public func redirect(_ path: String, to target: String) { book.redirects.withLock { $0[path] = target } }

    /// The beacons in order of arrival: `break/ad/event`.
    public var beacons: [String] { paths.filter { $0.hasPrefix("/beacon/") }.map { String($0.dropFirst("/beacon/".count)) } }
    /// The beacons of one break, without its number.
    public func beacons(of index: Int) -> [String] { beacons.filter { $0.hasPrefix("\(index)/") }.map { String($0.dropFirst(2)) } }
    public var paths: [String] { book.paths.value }

    /// Waits until this many requests for paths with a prefix have arrived.
    ///
    /// - Parameter seconds: The timeout, far above what a slow machine needs.
    /// - Throws: ``Missing`` with what arrived instead.
    public func wasAsked(_ prefix: String, times: Int = 1, within seconds: Double = 100) async throws {
        let paths = book.paths
        let waiting = Task {
            await paths.reaches { Book.count(prefix, $0) >= times }
            return !Task.isCancelled
        }
        let end = DispatchWorkItem { waiting.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: end)
        let isThere = await withTaskCancellationHandler {
            await waiting.value
        } onCancel: {
            waiting.cancel()
        }
        end.cancel()
        guard isThere else {
            throw Missing(description: "nobody asked for \(prefix) \(times) times. Asked for: \(self.paths.suffix(80))")
        }
    }

    // MARK: Resources

    /// The beacons that servers send for an ad, in order, without the numbers of the break and the ad.
    public static let events = ["impression?s=1", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
    /// The beacons that players send.
    public static let playerEvents = ["impression?s=0"] + events.dropFirst()

    public static let content = recordings(of: 6)

    /// - Parameter segments: Of the content; its ads are included.
    public static func recordings(of segments: Int) -> [String: String] {
        [
            "/content/index.m3u8": """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=480x270,FRAME-RATE=30.000
            video.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=525000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=30.000
            small.m3u8

            """,
            "/content/video.m3u8": recording("270p", segments), "/content/small.m3u8": recording("180p", segments),
            "/ads/5.m3u8": film("medium"),
            "/ads/1.m3u8": film("short"),
        ]
    }

    /// Two-second segments, with ad breaks at the beginning and after four seconds.
    private static func recording(_ size: String, _ count: Int) -> String {
        let segments = (0..<count).map { index in
            (index == 0 || index == 2 ? "#EXT-X-CUE-OUT:0\n" : "") + "#EXTINF:2.0,\n../vod-ts/\(size)/\(index).ts\n"
        }
        return "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n\(segments.joined())#EXT-X-ENDLIST\n"
    }

    private static func film(_ stream: String) -> String {
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=320x180\n../\(stream)/index.m3u8\n"
    }

    private static func vast(_ ads: [Double], of index: String, at address: String) -> String {
        let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
        let all = ads.enumerated().map { place, seconds in
            let beacons = "\(address)/beacon/\(index)/\(place)"
            let tracking = events.map { "<Tracking event=\"\($0)\">\(beacons)/\($0)</Tracking>" }.joined()
            return """
                <Ad id="ad\(place)" sequence="\(place + 1)"><InLine><AdSystem>Test</AdSystem><AdTitle>Spot \(place)</AdTitle>\
                <Impression>\(beacons)/impression?s=[SERVERSIDE]</Impression><Error>\(beacons)/error-[ERRORCODE]</Error><Creatives>\
                <Creative id="film-\(Int(seconds))-\(place)"><Linear skipoffset="00:00:02"><Duration>00:00:0\(Int(seconds))</Duration>\
                <TrackingEvents>\(tracking)</TrackingEvents><VideoClicks><ClickThrough>https://example.com/</ClickThrough></VideoClicks>\
                <MediaFiles><MediaFile delivery="streaming" type="application/x-mpegURL" width="320" height="180">\
                \(address)/ads/\(Int(seconds)).m3u8</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad>
                """
        }
        return "<VAST version=\"4.2\">\(all.joined())</VAST>"
    }
}
