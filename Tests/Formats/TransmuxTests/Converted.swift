// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTransmux

/// What a transmuxer made of a segment, track by track.
struct Converted: Equatable {
    var tracks: [TransmuxedTrack] = []
    var files: [TrackKind: [UInt8]] = [:]
    var times: [TrackKind: [FragmentTimes]] = [:]
    var skipped: [String] = []
    var tags: [Tags] = []

    struct Tags: Equatable {
        var bytes: [UInt8]
        var time: MediaTime
    }

    /// - Parameter sizes: the sizes of the pieces that the bytes come in, again and again; nil for one piece.
    init(_ bytes: [UInt8], sizes: [Int]? = nil) throws {
        var transmuxer = SegmentTransmuxer()
        var place = 0
        var turn = 0
        while place < bytes.count {
            let size = sizes.map { $0[turn % $0.count] } ?? bytes.count
            let end = min(bytes.count, place + size)
            take(try transmuxer.append(Array(bytes[place..<end])))
            (place, turn) = (end, turn + 1)
        }
        take(try transmuxer.finish())
    }

    private mutating func take(_ outputs: [TransmuxOutput]) {
        for output in outputs {
            switch output {
            case .track(let track):
                tracks.append(track)
                files[track.kind, default: []] += track.initialization
            case .fragment(let kind, let bytes, let times):
                files[kind, default: []] += bytes
                self.times[kind, default: []].append(times)
            case .more(let kind, let bytes): files[kind, default: []] += bytes
            case .skipped(let name): skipped.append(name)
            case .metadata(let bytes, let time): tags.append(Tags(bytes: bytes, time: time))
            }
        }
    }
}

/// The frames of a file as FFmpeg decodes them: the checksum of each.
enum DecodedFrames {
    /// - Parameter stream: `v` or `a`.
    static func of(_ bytes: [UInt8], _ stream: String, name: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try lines(["-i", file.path, "-map", "0:\(stream):0", "-f", "framemd5", "-"]).map {
            String($0.split(separator: ",").last ?? "").trimmingCharacters(in: .whitespaces)
        }
    }

    private static func lines(_ arguments: [String]) throws -> [Substring] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-nostdin"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "ffmpeg can't read it")
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
}

/// A segment of a generated stream.
func segment(_ stream: String, _ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: GeneratedStreams.directory.appending(path: "\(stream)/\(path)")))
}
