// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The test streams that `Scripts/streams.sh` makes with ffmpeg, once for each version of the script.
///
/// Every frame carries its number (``FrameNumber``), and all audio its position (``SoundPosition``). Numbers and positions
/// continue across the parts of a stream, whatever its clocks do. Frame `n` of a stream is shown `n / 30` seconds after its start.
public enum GeneratedStreams {
    /// The folder with all streams. The first use generates them in about half a minute; other processes wait for that.
    public static var directory: URL {
        get throws { try library().directory }
    }

    /// All streams that this machine's ffmpeg could generate.
    public static var all: [GeneratedStream] {
        get throws { try library().streams }
    }

    /// - Parameter name: The name in `streams.json`, which is also the stream's folder.
    public static func named(_ name: String) throws -> GeneratedStream {
        guard let stream = try all.first(where: { $0.name == name }) else { throw GeneratedStreamsError.unknown(name) }
        return stream
    }

    struct Library: Sendable {
        let directory: URL
        let streams: [GeneratedStream]
    }

    private static let made = Mutex<Result<Library, any Error>?>(nil)

    private static func library() throws -> Library {
        try made.withLock { made in
            let result = made ?? Result { try make() }
            made = result
            return try result.get()
        }
    }

    private static func make() throws -> Library {
        let directory = try MediaScript.folder(madeBy: "Scripts/streams.sh")
        let catalogue = try JSONDecoder().decode(Catalogue.self, from: Data(contentsOf: directory.appending(path: "streams.json")))
        let streams = catalogue.streams.map { entry in
            var stream = entry
            stream.url = directory.appending(path: entry.path)
            return stream
        }
        return Library(directory: directory, streams: streams)
    }

    private struct Catalogue: Decodable {
        let streams: [GeneratedStream]
    }
}
