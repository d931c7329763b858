// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCodec

/// A file that consists of several recordings, one after the other. The brightness of each frame is its number in the file.
public struct JoinedFile: ~Copyable {
    public let file: URL
    public static let framesPerSecond = 10
    /// Of each part. Two parts together have as many frames as there are distinguishable numbers.
    public static let seconds = 5

    /// - Parameters:
    ///   - extension: determines the container.
    ///   - options: of ffmpeg, such as codecs.
    ///   - offsets: seconds at which the timestamps of each part begin.
    public init(_ extension: String, _ options: [String], offsets: [Int] = [0, 0], withSound: Bool = true) async throws {
        let number = Self.framesPerSecond * Self.seconds
        try await self.init(
            `extension`,
            parts: offsets.enumerated().map { part, offset in
                [
                    "-f", "lavfi", "-i",
                    "nullsrc=s=64x64:r=\(Self.framesPerSecond):d=\(Self.seconds),geq=lum='20+2*(N+\(part * number))':cb=128:cr=128",
                ] + (withSound ? ["-f", "lavfi", "-i", "sine=r=48000:d=\(Self.seconds)"] : []) + options
                    + ["-output_ts_offset", "\(offset)"]
            })
    }

    /// - Parameter parts: the arguments of ffmpeg for each part, without its output.
    public init(_ extension: String, parts: [[String]]) async throws {
        var whole = Data()
        for arguments in parts {
            let part = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(`extension`)")
            defer { try? FileManager.default.removeItem(at: part) }
            let (status, said) = try await RunningProgram.run(
                "/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments + [part.path])
            guard status == 0 else { throw RunningProgram.Fault("ffmpeg: \(said)") }
            whole += try Data(contentsOf: part)
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(`extension`)")
        try whole.write(to: path)
        file = path
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    public func bytes() throws -> [UInt8] { Array(try Data(contentsOf: file)) }

    /// The number of a frame in the file.
    public static func number(of picture: VideoFrame) -> Int {
        picture.withLuma { luma, stride in
            let sum = (16..<48).reduce(0) { sum, row in (16..<48).reduce(sum) { $0 + Int(luma[row * stride + $1]) } }
            return Int(((Double(sum) / 1024 - 20) / 2).rounded())
        }
    }
}
