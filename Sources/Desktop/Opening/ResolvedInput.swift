// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia
import WindowboxTransport

/// What addresses resolve to: media in the given order, with lists and folders expanded.
struct ResolvedInput: Sendable {
    var media: [MediaEntry] = []
    /// Subtitle files.
    var subtitles: [URL] = []
    /// What could not be opened, in words for the user.
    var problems: [String] = []

    /// - Parameter transport: loads lists from servers.
    @concurrent static func of(_ addresses: [String], transport: any Transport = .ofApp) async -> ResolvedInput {
        var opening = ResolvedInput()
        for address in addresses {
            guard let entry = MediaEntry(address) else {
                if !address.isEmpty {
                    opening.problems.append(translated("“{address}” isn’t a valid address.", ["address": address.withoutCredentials]))
                }
                continue
            }
            await opening.add(entry, transport)
        }
        return opening
    }

    private mutating func add(_ entry: MediaEntry, _ transport: any Transport) async {
        guard entry.url.isFileURL else {
            // Only remote lists that can't be HLS are expanded; the player handles the others.
            if entry.url.pathExtension.lowercased() == "m3u" { await addRemotePlaylist(entry, transport) } else { media.append(entry) }
            return
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: entry.url.path, isDirectory: &isFolder) else {
            problems.append(translated("“{name}” doesn’t exist.", ["name": entry.url.lastPathComponent]))
            return
        }
        if isFolder.boolValue { return addFolder(entry.url) }
        switch FileKind(entry.url) {
        case .subtitles: subtitles.append(entry.url)
        case .playlist: addPlaylist(entry)
        case .media, .other: media.append(entry)
        }
    }

    private mutating func addFolder(_ folder: URL) {
        do {
            let found = try FolderMedia.media(in: folder)
            if found.isEmpty {
                problems.append(translated("There is nothing to play in “{folder}”.", ["folder": folder.lastPathComponent]))
            }
            media += found.map { MediaEntry(url: $0) }
        } catch { problems.append(translated("The folder “{folder}” can’t be read.", ["folder": folder.lastPathComponent])) }
    }

    private mutating func addPlaylist(_ entry: MediaEntry) {
        guard let file = try? FileHandle(forReadingFrom: entry.url), let bytes = try? file.read(upToCount: M3UPlaylist.capacity) else {
            problems.append(translated("The playlist “{name}” can’t be read.", ["name": entry.url.lastPathComponent]))
            return
        }
        add(bytes, of: entry)
    }

    private mutating func addRemotePlaylist(_ entry: MediaEntry, _ transport: any Transport) async {
        do {
            let request = TransportRequest(url: entry.url.absoluteString, maximumBytes: M3UPlaylist.capacity)
            add(try await transport.bytes(of: request), of: entry)
        } catch {
            problems.append(
                translated(
                    "The playlist “{name}” can’t be loaded. Check the address and the network.", ["name": entry.url.lastPathComponent]))
        }
    }

    private mutating func add(_ bytes: some Collection<UInt8>, of entry: MediaEntry) {
        guard let entries = M3UPlaylist.entries(of: bytes, at: entry.url) else { return media.append(entry) }
        if entries.isEmpty { problems.append(translated("The playlist “{name}” is empty.", ["name": entry.url.lastPathComponent])) }
        media += entries
    }
}
