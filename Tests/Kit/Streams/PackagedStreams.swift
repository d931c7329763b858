// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A stream that another packager made, with what a faultless player presents of it.
public struct PackagedStream: Sendable, Decodable, CustomStringConvertible {
    public let name: String
    /// Of the playlist, below ``PackagedStreams/directory``.
    public let path: String
    /// Numbered from 0; zero without pictures.
    public let pictures: Int
    /// Pictures per second.
    public let rate: Double
    /// Seconds from the timeline's zero to the first picture.
    public let pictureStart: Double
    /// Seconds from the timeline's zero to the first sound and to the end of the last; both zero without sound.
    public let soundStart: Double
    public let soundEnd: Double
    /// The sound is stereo and tells its position (``SoundPosition``).
    public let hasRuler: Bool
    /// Samples that the encoder put in front of the sound, and nothing in the stream tells from it.
    public let priming: Int
    /// The packager wrote the times of all pictures right.
    public let hasTrueTimes: Bool
    /// It is short enough for a test that plays all of it.
    public let isPlayedWhole: Bool

    public var description: String { name }
}

/// The streams that `Scripts/packagers.sh` makes, once for each version of the script.
public enum PackagedStreams {
    private static let made = Mutex<Result<(directory: URL, streams: [PackagedStream]), any Error>?>(nil)

    /// Those that this machine's packagers could make.
    public static var all: [PackagedStream] { get throws { try library().streams } }

    /// - Returns: the path of its playlist.
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
