// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCodec
import WindowboxMedia

/// The tracks of a local file, from its container.
enum LocalMedia {
    /// - Returns: the size in bytes and the tracks; no tracks if the file is unreadable or a playlist.
    @concurrent static func facts(of url: URL) async -> (size: Int?, tracks: [MediaProperties.Track]) {
        guard url.isFileURL, let input = FileInput(url.path(percentEncoded: false)) else { return (nil, []) }
        let isManifest = ["m3u8", "m3u", "mpd"].contains(url.pathExtension.lowercased())
        guard !isManifest, let demuxer = try? Demuxer(input, container: .file) else { return (input.length, []) }
        let tracks = demuxer.formatsKnown.map { format in
            MediaProperties.Track(
                kind: format.kind, codec: format.codec, size: format.size, orientation: format.orientation,
                sampleRate: format.sampleRate, channels: format.channels, language: format.language == "und" ? nil : format.language)
        }
        return (input.length, tracks)
    }
}

private final class FileInput: DemuxerInput {
    private let descriptor: Int32
    private let position = Mutex(0)
    let length: Int?

    /// Nil if the file can't be opened or isn't a regular file: reading from a pipe would take data from the player.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        // The attributes of a symbolic link would be its own.
        let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let facts = try? FileManager.default.attributesOfItem(atPath: target)
        guard descriptor >= 0, facts?[.type] as? FileAttributeType == .typeRegular else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        length = (facts?[.size] as? NSNumber)?.intValue
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = position.withLock { position in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, position)
            position += max(count, 0)
            return count
        }
        guard count >= 0 else { throw CodecError(.source, "the file cannot be read any further") }
        return count
    }

    func seek(to offset: Int) -> Bool {
        guard let length, (0...length).contains(offset) else { return false }
        position.withLock { $0 = offset }
        return true
    }
}
