// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A fragmented MP4 file with one track as ffmpeg writes it: the positions and times of its fragments.
struct FragmentedFile: Hashable, Sendable {
    /// The length of the header (`ftyp` and `moov`) in bytes.
    var headerLength: Int
    /// Ticks per second.
    var timescale: Int
    /// RFC 6381, from the header; nil if the codec is none of those of video renditions.
    var codecs: String?
    var fragments: [MediaFragment]

    func seconds(_ ticks: Int) -> Double { Double(ticks) / Double(timescale) }
    /// In seconds.
    var duration: Double { fragments.reduce(0) { $0 + seconds($1.duration) } }

    /// The limit of boxes that are read completely.
    private static let maxBoxBytes = 64 << 20

    /// Parses a file's boxes without reading the media data.
    init(path: String) throws {
        let file: FileHandle
        do { file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) } catch {
            throw PackagerError.output("\(path) can't be read")
        }
        defer { try? file.close() }
        headerLength = 0
        timescale = 0
        fragments = []
        let size = Int(try file.seekToEnd())
        var offset = 0
        var head: (bytes: [UInt8], offset: Int)?
        while offset < size {
            let box = try Self.box(file, at: offset, size: size)
            switch box.kind {
            case "moov":
                try readHeader(Self.bytes(file, box.range))
                headerLength = box.range.upperBound
            case "moof": head = (try Self.bytes(file, box.range), box.range.lowerBound)
            case "mdat":
                if let (bytes, offset) = head {
                    guard let fragment = MediaFragment(head: bytes, offset: offset, length: box.range.upperBound - offset) else {
                        throw PackagerError.output("a fragment of \(path) can't be read")
                    }
                    fragments.append(fragment)
                    head = nil
                }
            default: break
            }
            offset = box.range.upperBound
        }
        guard headerLength > 0, timescale > 0 else { throw PackagerError.output("\(path) has no header") }
    }

    private mutating func readHeader(_ bytes: [UInt8]) throws {
        guard let header = TrackHeader(bytes) else { throw PackagerError.output("a header has no clock") }
        timescale = header.timescale
        codecs = header.codecs
    }

    private static func box(_ file: FileHandle, at offset: Int, size: Int) throws -> (kind: String, range: Range<Int>) {
        let head = try bytes(file, offset..<min(offset + 16, size))
        let reader = BoxReader(bytes: head)
        guard head.count >= 8, let short = reader.uint32(0) else { throw PackagerError.output("a box is cut off") }
        let length = short == 1 ? Int(truncatingIfNeeded: reader.number(8, 8) ?? 0) : short == 0 ? size - offset : short
        guard length >= 8, length <= size - offset else { throw PackagerError.output("a box is cut off") }
        return (String(decoding: head[4..<8], as: UTF8.self), offset..<(offset + length))
    }

    private static func bytes(_ file: FileHandle, _ range: Range<Int>) throws -> [UInt8] {
        guard range.count <= maxBoxBytes else { throw PackagerError.output("a box is larger than \(maxBoxBytes) bytes") }
        try file.seek(toOffset: UInt64(range.lowerBound))
        return Array(try file.read(upToCount: range.count) ?? Data())
    }

    /// Shifts the timestamps so that the first sample is shown at zero: encoders with look-ahead start later, each by a different amount.
    mutating func startAtZero(path: String) throws {
        guard let first = fragments.first else { return }
        let start = first.time + first.lead
        guard start != 0 else { return }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
        for index in fragments.indices {
            let time = fragments[index].time - start
            // Decode times can't be negative.
            guard time >= 0 else { throw PackagerError.output("\(path) begins before zero") }
            fragments[index].time = time
            var bytes = [UInt8](repeating: 0, count: fragments[index].timeLength)
            for index in bytes.indices { bytes[bytes.count - 1 - index] = UInt8(truncatingIfNeeded: time >> (8 * index)) }
            try file.seek(toOffset: UInt64(fragments[index].timeOffset))
            try file.write(contentsOf: Data(bytes))
        }
    }
}
