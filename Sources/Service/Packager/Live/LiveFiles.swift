// SPDX-License-Identifier: Apache-2.0

/// The files of a live stream: parts in memory, complete segments in a store.
struct LiveFiles: Sendable {
    let storage: any MediaStorage
    /// The storage prefix of all files.
    private let base: StorageKey
    /// Bytes by rendition and name: parts, and segments that are being stored.
    private var held: [String: [UInt8]] = [:]

    init(_ storage: any MediaStorage, base: StorageKey) { (self.storage, self.base) = (storage, base) }

    mutating func hold(_ bytes: [UInt8], _ rendition: String, _ name: String) { held["\(rendition)/\(name)"] = bytes }

    /// Holds a segment that is made of parts.
    /// - Returns: its bytes.
    mutating func join(_ parts: [String], as name: String, _ rendition: String) -> [UInt8] {
        let whole = parts.flatMap { held["\(rendition)/\($0)"] ?? [] }
        hold(whole, rendition, name)
        return whole
    }

    /// - Returns: whether the file was in memory; otherwise it is in the store.
    mutating func release(_ rendition: String, _ name: String) -> Bool { held.removeValue(forKey: "\(rendition)/\(name)") != nil }

    func media(_ rendition: String, _ name: String) -> LiveStation.Media {
        if let bytes = held["\(rendition)/\(name)"] { return .bytes(bytes) }
        guard !name.hasPrefix("part-"), let key = key(rendition, name) else { return .status(404) }
        return .stored(key)
    }

    func store(_ bytes: [UInt8], _ rendition: String, _ name: String) async throws {
        guard let key = key(rendition, name) else { throw PackagerError.output("\(name) can't be used as a name in the store") }
        try await put(bytes, at: key)
    }

    /// Stores a file that belongs to no rendition.
    /// - Returns: its storage key; nil if the name can't be used.
    func store(_ bytes: [UInt8], _ name: String) async throws -> StorageKey? {
        guard let key = base.appending(name) else { return nil }
        try await put(bytes, at: key)
        return key
    }

    private func put(_ bytes: [UInt8], at key: StorageKey) async throws {
        try await storage.put(.bytes(bytes), at: key, type: PackageMediaType.name(of: key.text))
    }

    func delete(_ rendition: String, _ name: String) async throws {
        if let key = key(rendition, name) { try await storage.delete(key) }
    }

    private func key(_ rendition: String, _ name: String) -> StorageKey? { base.appending("\(rendition)/\(name)") }
}
