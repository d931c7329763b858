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
    @concurrent static func of(_ addresses: [String], transport: any Transport = .allowingPlainHTTP) async -> ResolvedInput {
        var opening = ResolvedInput()
        for address in addresses {
            guard let entry = MediaEntry(address) else {
                if !address.isEmpty { opening.problems.append("“\(address.withoutCredentials)” isn’t a valid address.") }
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
            problems.append("“\(entry.url.lastPathComponent)” doesn’t exist.")
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
            if found.isEmpty { problems.append("There is nothing to play in “\(folder.lastPathComponent)”.") }
            media += found.map { MediaEntry(url: $0) }
        } catch { problems.append("The folder “\(folder.lastPathComponent)” can’t be read.") }
    }

    private mutating func addPlaylist(_ entry: MediaEntry) {
        guard let file = try? FileHandle(forReadingFrom: entry.url), let bytes = try? file.read(upToCount: M3UPlaylist.capacity) else {
            problems.append("The playlist “\(entry.url.lastPathComponent)” can’t be read.")
            return
        }
        add(bytes, of: entry)
    }

    private mutating func addRemotePlaylist(_ entry: MediaEntry, _ transport: any Transport) async {
        do {
            let request = TransportRequest(url: entry.url.absoluteString, maximumBytes: M3UPlaylist.capacity)
            add(try await transport.bytes(of: request), of: entry)
        } catch { problems.append("The playlist “\(entry.url.lastPathComponent)” can’t be loaded. Check the address and the network.") }
    }

    private mutating func add(_ bytes: some Collection<UInt8>, of entry: MediaEntry) {
        guard let entries = M3UPlaylist.entries(of: bytes, at: entry.url) else { return media.append(entry) }
        if entries.isEmpty { problems.append("The playlist “\(entry.url.lastPathComponent)” is empty.") }
        media += entries
    }
}
