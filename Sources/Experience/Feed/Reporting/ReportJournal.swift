// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// The queue's log file: a line per added or removed entry, so that a killed process loses nothing already stored.
///
/// It has a single owner that calls it sequentially. If the file ends in the middle of a line, only that line is lost.
struct ReportJournal {
    private struct Line: Codable {
        var add: QueueEntry?
        var forget: [String]?
    }

    private let url: URL
    private var file: FileHandle
    /// Obsolete lines in the file.
    private var stale = 0
    private var live: Int
    /// The file is rewritten when it has more obsolete lines than this, and more than entries.
    private static let tolerated = 1000

    /// - Returns: the journal and its pending entries.
    static func open(_ url: URL) throws -> (ReportJournal, [QueueEntry]) {
        let files = FileManager.default
        try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        if !files.fileExists(atPath: url.path) {
            // Viewing history is private.
            _ = files.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let data = try Data(contentsOf: url)
        let (entries, lines) = read(data)
        var journal = ReportJournal(url: url, file: try FileHandle(forUpdating: url), stale: lines - entries.count, live: entries.count)
        try journal.file.seekToEnd()
        if entries.isEmpty, !data.isEmpty {
            try journal.empty()
        } else if let last = data.last, last != 0x0A {
            try journal.file.write(contentsOf: Data([0x0A]))
        }
        return (journal, entries)
    }

    private init(url: URL, file: FileHandle, stale: Int, live: Int) {
        (self.url, self.file, self.stale, self.live) = (url, file, stale, live)
    }

    mutating func store(_ entry: QueueEntry) throws {
        try write([Line(add: entry)])
        live += 1
    }

    /// - Parameter entries: all remaining entries.
    mutating func forget(_ ids: [String], leaving entries: [QueueEntry]) throws {
        stale += ids.count + 1
        live = entries.count
        if entries.isEmpty {
            try empty()
        } else if stale > Self.tolerated, stale > live {
            try rewrite(entries)
        } else {
            try write([Line(forget: ids)])
        }
    }

    /// Removes sent entries from the disk.
    private mutating func empty() throws {
        try file.truncate(atOffset: 0)
        stale = 0
    }

    /// Replaces the file atomically.
    mutating func rewrite(_ entries: [QueueEntry]) throws {
        let data = try entries.reduce(into: Data()) { $0 += try Self.text(Line(add: $1)) }
        let spare = url.appendingPathExtension("new")
        // A partial file, written to a full disk, must not replace the complete one.
        guard FileManager.default.createFile(atPath: spare.path, contents: data, attributes: [.posixPermissions: 0o600]),
            rename(spare.path, url.path) == 0
        else {
            try? FileManager.default.removeItem(at: spare)
            throw CocoaError(.fileWriteUnknown)
        }
        file = try FileHandle(forUpdating: url)
        try file.seekToEnd()
        (stale, live) = (0, entries.count)
    }

    private func write(_ lines: [Line]) throws {
        try file.write(contentsOf: try lines.reduce(into: Data()) { $0 += try Self.text($1) })
    }

    private static func text(_ line: Line) throws -> Data { try ContractJSON.encode(line) + Data([0x0A]) }

    private static func read(_ data: Data) -> (entries: [QueueEntry], lines: Int) {
        var indices: [String: Int] = [:]
        var entries: [QueueEntry?] = []
        var lines = 0
        for text in data.split(separator: 0x0A) {
            lines += 1
            guard let line = try? ContractJSON.decode(Line.self, from: Data(text)) else { continue }
            for id in line.forget ?? [] { if let index = indices.removeValue(forKey: id) { entries[index] = nil } }
            if let entry = line.add, indices[entry.id] == nil {
                indices[entry.id] = entries.count
                entries.append(entry)
            }
        }
        return (entries.compactMap { $0 }, lines)
    }
}
