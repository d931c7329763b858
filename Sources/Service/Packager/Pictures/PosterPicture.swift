// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A picture that somebody sent, made anew as a JPEG: what else was in the file, such as where it was taken, is not in it.
public struct PosterPicture: Sendable {
    public let bytes: [UInt8]
    /// Pixels.
    public let width: Int
    public let height: Int

    /// Bytes of a file.
    public static let mostBytes = 10 << 20
    /// Pixels of a picture, and of a side.
    static let mostPixels = 40_000_000
    static let longestSide = 16384
    /// Of what is made, in pixels.
    static let madeSide = 1920

    /// - Parameter folder: where working files may lie.
    /// - Throws: ``UploadError`` for what is no picture or too large a one; ``PackagerError``.
    public init(_ source: [UInt8], folder: URL, settings: PackagerSettings = PackagerSettings()) async throws {
        guard source.count <= Self.mostBytes else { throw UploadError(.tooLarge, "A picture has at most \(Self.mostBytes) bytes.") }
        guard let header = PictureHeader(source) else {
            throw UploadError(.picture, "This is no JPEG, PNG, GIF or WebP picture. Send one of these.")
        }
        guard max(header.width, header.height) <= Self.longestSide, header.width * header.height <= Self.mostPixels else {
            throw UploadError(.tooLarge, "The picture is \(header.width) x \(header.height) pixels. Send one of at most 40 million.")
        }
        let work = folder.appending(path: "windowbox-picture-\(UUID().uuidString)")
        do { try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true) } catch {
            throw StorageError.disk(error, at: work.path)
        }
        defer { try? FileManager.default.removeItem(at: work) }
        let (file, made) = (work.appending(path: "source"), work.appending(path: "poster.jpg"))
        do { try Data(source).write(to: file) } catch { throw StorageError.disk(error, at: file.path) }
        var bounds = settings
        (bounds.leastPatience, bounds.mostMemory, bounds.mostFileBytes) = (30, 4 << 30, 64 << 20)
        let reader = header.format == .gif ? "gif" : "\(header.format.rawValue)_pipe"
        let arguments = [
            "-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y", "-threads", "1", "-max_pixels", String(Self.mostPixels),
            "-protocol_whitelist", "file,pipe", "-f", reader, "-i", FFmpegInput.address(file.path), "-frames:v", "1", "-map_metadata", "-1",
            "-vf", "scale=w='min(iw,\(Self.madeSide))':h='min(ih,\(Self.madeSide))':force_original_aspect_ratio=decrease,format=yuvj420p",
            "-q:v", "3", "-f", "image2", "-update", "1", FFmpegInput.address(made.path),
        ]
        do { try await MediaProgram("ffmpeg", settings: bounds, writes: [work.path]).run(arguments) } catch let error as PackagerError
            where error.isOfProgram
        {
            throw UploadError(.picture, "The picture can't be decoded. Send a whole one.")
        }
        guard let data = FileManager.default.contents(atPath: made.path), let result = PictureHeader(Array(data)) else {
            throw UploadError(.picture, "The picture can't be decoded. Send a whole one.")
        }
        (bytes, width, height) = (Array(data), result.width, result.height)
    }
}
