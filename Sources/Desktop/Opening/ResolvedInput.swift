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
            if RemotePlaylist.isPossible(entry.url) { await addRemotePlaylist(entry, transport) } else { media.append(entry) }
            return
        }
        guard let file = LocalFile(entry.url) else {
            problems.append(translated("“{name}” doesn’t exist.", ["name": LocalFile.name(of: entry.url)]))
            return
        }
        if file.kind == .folder { return addFolder(entry.url) }
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
        do throws(TransportError) {
            switch try await RemotePlaylist.load(entry.url, from: transport) {
            case .stream: media.append(entry)
            case .list(let entries): add(entries, of: entry)
            }
        } catch  where error.cause == .tooLarge {
            problems.append(
                translated(
                    "The playlist “{name}” is larger than {size} MB.",
                    ["name": entry.url.lastPathComponent, "size": String(M3UPlaylist.capacity >> 20)]))
        } catch {
            // The player says more about what is wrong with a stream, and retries.
            guard entry.url.pathExtension.lowercased() == "m3u" else { return media.append(entry) }
            problems.append(
                translated(
                    "The playlist “{name}” can’t be loaded. Check the address and the network.", ["name": entry.url.lastPathComponent]))
        }
    }

    private mutating func add(_ bytes: some Collection<UInt8>, of entry: MediaEntry) {
        guard let entries = M3UPlaylist.entries(of: bytes, at: entry.url) else { return media.append(entry) }
        add(entries, of: entry)
    }

    private mutating func add(_ entries: [MediaEntry], of entry: MediaEntry) {
        if entries.isEmpty { problems.append(translated("The playlist “{name}” is empty.", ["name": entry.url.lastPathComponent])) }
        media += entries
    }
}
