// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A stream made by another packager, with what a correct player shows and plays of it.
public struct PackagedStream: Sendable, Decodable, CustomStringConvertible {
    public let name: String
    /// The path of the playlist below ``PackagedStreams/directory``.
    public let path: String
    /// The number of frames, numbered from 0; zero without video.
    public let pictures: Int
    /// Frames per second.
    public let rate: Double
    /// Seconds from the timeline's zero to the first frame.
    public let pictureStart: Double
    /// Seconds from the timeline's zero to the start and the end of the audio; both zero without audio.
    public let soundStart: Double
    public let soundEnd: Double
    /// Whether the audio is stereo and tells its position (``SoundPosition``).
    public let hasRuler: Bool
    /// Encoder delay in samples that the stream does not signal.
    public let priming: Int
    /// Whether the packager wrote correct times for all frames.
    public let hasTrueTimes: Bool
    /// Whether it is short enough to play completely in a test.
    public let isPlayedWhole: Bool

    public var description: String { name }
}

/// The streams that `Scripts/packagers.sh` generates, once for each version of the script.
public enum PackagedStreams {
    private static let made = Mutex<Result<(directory: URL, streams: [PackagedStream]), any Error>?>(nil)

    /// The streams that this machine's packagers could generate.
    public static var all: [PackagedStream] { get throws { try library().streams } }

    /// - Returns: The path of its playlist.
    public static func address(of stream: PackagedStream) throws -> String {
        try library().directory.appending(path: stream.path).path
    }

    private static func library() throws -> (directory: URL, streams: [PackagedStream]) {
        try made.withLock { made in
            let result = made ?? Result { try make() }
            made = result
            return try result.get()
        }
    }

    private struct Catalogue: Decodable {
        let streams: [PackagedStream]
    }

    private static func make() throws -> (directory: URL, streams: [PackagedStream]) {
        let directory = try MediaScript.folder(madeBy: "Scripts/packagers.sh")
        let catalogue = try JSONDecoder().decode(Catalogue.self, from: Data(contentsOf: directory.appending(path: "packagers.json")))
        return (directory, catalogue.streams)
    }
}
