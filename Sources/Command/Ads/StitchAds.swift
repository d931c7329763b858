// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxHLS
import WindowboxStitcher
import WindowboxTransport

struct StitchAds: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stitch",
        abstract: "Insert ads into a media playlist.",
        discussion: """
            In recorded content, ads are inserted; in live content, they replace content of the same length. Breaks begin at the last \
            segment boundary at or before their time. The playlist is printed to standard output; with --json, a report of the \
            inserted ads contains it as "playlist".

            Exit status: 0 success, 2 usage error, 3 the content or an ad cannot be read.
            """)

    @Option(help: "The media playlist of the content: a file or a URL.", completion: .file())
    var content: String

    @Option(
        name: .customLong("break"),
        help:
            "AT=AD,…: the time in seconds of the content, start or end, and the media playlists of the ads. Can be repeated."
    )
    var breaks: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Replace content with ads in recorded content too.")
    var replace = false

    @Flag(help: "Use the nearest segment boundary, not the previous one.")
    var nearest = false

    func run() async throws {
        let source = AdSource()
        let playlist = try await playlist(content, source)
        var list: [PlaylistStitch.Break] = []
        for text in breaks {
            guard let equals = text.firstIndex(of: "="), let at = Self.time(String(text[..<equals])) else {
                throw Failure.usage("invalid break \(text): give it as AT=AD.m3u8,…, with AT in seconds, start or end")
            }
            var ads: [MediaPlaylist] = []
            for address in text[text.index(after: equals)...].split(separator: ",") {
                ads.append(try await self.playlist(String(address), source))
            }
            list.append(.init(at: at, ads: ads))
        }
        let method: PlaylistStitch.Method = replace || !playlist.isEndList ? .replacement : .insertion
        let result = PlaylistStitch(method: method, snap: nearest ? .nearest : .down).apply(to: playlist, breaks: list)
        let bytes = result.playlist.write()
        FileHandle.standardOutput.write(Data(json ? result.json(bytes).bytes : bytes))
        for problem in result.problems { FileHandle.standardError.write(Data("windowbox: \(TerminalText.line(problem))\n".utf8)) }
    }

    private static func time(_ text: String) -> Double? {
        switch text {
        case "start": 0
        case "end": .infinity
        default: Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        }
    }

    private func playlist(_ address: String, _ source: AdSource) async throws -> MediaPlaylist {
        let document: AdSource.Document
        do throws(TransportError) {
            document = try await source.load(address, referrer: address, timeout: 30)
        } catch {
            throw Failure.media("\(address): \(error)")
        }
        let reading = Playlist.parse(document.bytes, baseURL: document.url)
        guard let playlist = reading.playlist?.media else {
            throw Failure.media("\(address): \(reading.errors.first?.message ?? "not a media playlist"); give a media playlist")
        }
        return playlist
    }
}

extension PlaylistStitch.Result {
    func json(_ bytes: [UInt8]) -> JSONTree {
        .record([
            "playlist": String(decoding: bytes, as: UTF8.self), "targetDuration": playlist.targetDuration, "duration": playlist.duration,
            "segments": playlist.segments.count, "mediaSequence": playlist.mediaSequence,
            "discontinuities": playlist.segments.filter(\.isDiscontinuity).count, "breaks": breaks, "problems": problems,
        ])
    }
}

extension PlaylistStitch.PlacedBreak: JSONConvertible {
    var json: JSONTree {
        .record([
            "at": at, "contentTime": contentTime, "start": start, "replacedSegments": replaced,
            "ads": ads.map {
                JSONTree.record(["address": $0.address, "start": $0.start, "duration": $0.duration, "segments": $0.segments])
            },
        ])
    }
}
