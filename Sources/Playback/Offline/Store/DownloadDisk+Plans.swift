// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

extension DownloadDisk {
    private static let record = "record.json"
    private static let plan = "plan.json"

    /// A download that an earlier process stored.
    struct Found: Sendable {
        /// The name of its folder.
        var name: String
        var record: DownloadRecord
    }

    /// All downloads in the folder, the oldest first. Cleans up after interrupted removals and starts. Leaves alone what a newer version
    /// has written, or what can't be read.
    func scan() -> [Found] {
        var found: [Found] = []
        used = 0
        for name in list(folder) where name.hasSuffix(Self.suffix) {
            guard let bytes = read(path(name, Self.record)) else {
                // The loaded media is kept even if its record can't be read, such as for lack of permission.
                if isMissing(path(name, Self.record)) { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
                continue
            }
            guard let record = try? JSONDecoder().decode(DownloadRecord.self, from: Data(bytes)),
                record.version == DownloadRecord.currentVersion
            else { continue }
            cleanUp(name)
            let sizes = mediaSizes(name)
            count(sizes.values.reduce(0, +))
            found.append(Found(name: name, record: verified(record, sizes)))
        }
        return found.sorted { ($0.record.created, $0.record.id) < ($1.record.created, $1.record.id) }
    }

    private func isMissing(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) != 0 && errno == ENOENT
    }

    private func verified(_ record: DownloadRecord, _ sizes: [String: Int]) -> DownloadRecord {
        guard record.state == .completed, record.error == nil else { return record }
        let isThere = record.entry.map { sizes[$0] != nil } ?? false
        guard !isThere || sizes.values.reduce(0, +) != record.size else { return record }
        var record = record
        record.error = DownloadError(
            .missing, "Files of this download are missing or truncated; restart or remove it.", url: record.address)
        record.progress = DownloadProgress()
        return record
    }

    /// The size in bytes of each file, except for records and plans.
    private func mediaSizes(_ name: String) -> [String: Int] {
        var sizes: [String: Int] = [:]
        for file in list("\(folder)/\(name)") where file != Self.record && file != Self.plan && !file.hasSuffix(".version") {
            sizes[file] = size(path(name, file))
        }
        return sizes
    }

    /// The size in bytes of all files, except for records and plans.
    func mediaSize(_ name: String) -> Int { mediaSizes(name).values.reduce(0, +) }

    /// Removes files that are not in the plan.
    private func cleanUp(_ name: String) {
        let planned = plan(name)?.files ?? []
        for file in list("\(folder)/\(name)") where file != Self.record && file != Self.plan {
            let base = [".part", ".version"].first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) } ?? file
            if !planned.contains(base) { unlink(path(name, file)) }
        }
    }

    func plan(_ name: String) -> DownloadPlan? {
        read(path(name, Self.plan)).flatMap { try? JSONDecoder().decode(DownloadPlan.self, from: Data($0)) }
    }

    /// Creates the folder of a new download, with a readable name.
    func create(_ record: DownloadRecord) throws(DownloadError) -> String {
        let last = record.address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        let plain = last.utf8.map { byte -> UInt8 in
            (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39 ? byte : UInt8(ascii: "-")
        }
        let slug = plain.isEmpty ? "download" : String(decoding: plain.prefix(32), as: UTF8.self)
        let name = "\(slug)-\(UUID().uuidString.prefix(8))\(Self.suffix)"
        guard mkdir("\(folder)/\(name)", 0o755) == 0 else { throw .disk(errno, path: folder) }
        try save(record, name)
        return name
    }

    func save(_ record: DownloadRecord, _ name: String) throws(DownloadError) { try write(record, path(name, Self.record)) }

    /// Writes the playlists and then the plan. Files of an earlier plan are removed first.
    func store(_ plan: DownloadPlan, texts: [String: [UInt8]], _ name: String) throws(DownloadError) {
        if let previous = self.plan(name) {
            let same = Set(previous.resources).intersection(plan.resources)
            for resource in previous.resources where !same.contains(resource) { discard(name, resource.file) }
            unlink(path(name, Self.plan))
        }
        for (file, text) in texts {
            let path = path(name, file)
            let more = text.count - (size(path) ?? 0)
            try admit(more)
            try replace(path, with: text)
            count(more)
        }
        try write(plan, path(name, Self.plan))
        count(-mediaSize(name))
        cleanUp(name)
        count(mediaSize(name))
    }

    /// The bytes of the complete resources, by their index in the plan.
    func present(_ plan: DownloadPlan, _ name: String) -> [Int: Int] {
        var present: [Int: Int] = [:]
        for (index, resource) in plan.resources.enumerated() {
            guard let bytes = size(path(name, resource.file)) else { continue }
            if let length = resource.length, length != bytes { discard(name, resource.file) } else { present[index] = bytes }
        }
        return present
    }

    /// Removes everything except the record.
    func empty(_ name: String) {
        count(-mediaSize(name))
        for file in list("\(folder)/\(name)") where file != Self.record { unlink(path(name, file)) }
    }

    func remove(_ name: String) {
        count(-mediaSize(name))
        // Remove the record first: if the process exits here, the folder is recognised as an orphan.
        unlink(path(name, Self.record))
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }

    private func write(_ value: some Encodable, _ path: String) throws(DownloadError) {
        let bytes: Data
        do { bytes = try JSONEncoder().encode(value) } catch {
            throw DownloadError(.disk, "\(path) can't be written: \(error).", url: path)
        }
        try replace(path, with: Array(bytes))
    }
}
