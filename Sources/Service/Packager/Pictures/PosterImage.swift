// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An uploaded image or a frame of a video, re-encoded as JPEG. That removes metadata such as the location.
public struct PosterImage: Sendable {
    public struct Size: Sendable {
        public let bytes: [UInt8]
        /// In pixels.
        public let width: Int
        public let height: Int
    }

    public let large: Size
    /// A smaller copy for lists.
    public let small: Size

    /// The limit of a file in bytes.
    public static let maxBytes = 10 << 20
    /// The limits of an image and of its longer side, in pixels.
    static let maxPixels = 40_000_000
    static let longestSide = 16384
    /// The longest side of the result in pixels.
    static let madeSide = 1920
    /// The shorter side of the small copy in pixels.
    static let smallSide = 320

    /// - Parameter folder: for temporary files.
    /// - Throws: ``UploadError`` for an invalid or too large image; ``PackagerError``.
    public init(_ source: [UInt8], folder: URL, settings: PackagerSettings = PackagerSettings()) async throws {
        guard source.count <= Self.maxBytes else { throw UploadError(.tooLarge, "A picture can have at most \(Self.maxBytes) bytes.") }
        guard let header = PictureHeader(source) else {
            throw UploadError(.picture, "This is not a JPEG, PNG, GIF or WebP picture. Send one of these.")
        }
        guard max(header.width, header.height) <= Self.longestSide, header.width * header.height <= Self.maxPixels else {
            throw UploadError(.tooLarge, "The picture is \(header.width) x \(header.height) pixels. Send one of at most 40 million.")
        }
        let reader = header.format == .gif ? "gif" : "\(header.format.rawValue)_pipe"
        try await self.init(source, as: reader, choosing: "", folder: folder, settings: settings)
    }

    /// Uses the most representative of the first sixty frames of an MP4 file, which is hardly ever a black one.
    /// - Parameter folder: for temporary files.
    /// - Throws: ``UploadError`` if it has no frames; ``PackagerError``.
    public init(video source: [UInt8], folder: URL, settings: PackagerSettings = PackagerSettings()) async throws {
        try await self.init(source, as: "mov", choosing: "thumbnail=60,", folder: folder, settings: settings)
    }

    /// - Parameters:
    ///   - reader: ffmpeg's name of the input format.
    ///   - choice: filters that select the frame.
    private init(_ source: [UInt8], as reader: String, choosing choice: String, folder: URL, settings: PackagerSettings) async throws {
        let work = folder.appending(path: "windowbox-picture-\(UUID().uuidString)")
        do { try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true) } catch {
            throw StorageError.disk(error, at: work.path)
        }
        defer { try? FileManager.default.removeItem(at: work) }
        let file = work.appending(path: "source")
        let made = ["large", "small"].map { work.appending(path: "\($0).jpg") }
        do { try Data(source).write(to: file) } catch { throw StorageError.disk(error, at: file.path) }
        var bounds = settings
        (bounds.minTimeLimit, bounds.maxMemory, bounds.maxFileBytes) = (30, 4 << 30, 64 << 20)
        let arguments = [
            "-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y", "-threads", "1", "-max_pixels", String(Self.maxPixels),
            "-protocol_whitelist", "file,pipe", "-f", reader, "-i", FFmpegInput.address(file.path), "-filter_complex",
            "[0:v]\(choice)scale=w='min(iw,\(Self.madeSide))':h='min(ih,\(Self.madeSide))':force_original_aspect_ratio=decrease,format=yuvj420p,"
                + "split[large][copy];"
                + "[copy]scale=w='min(iw,\(Self.smallSide))':h='min(ih,\(Self.smallSide))':force_original_aspect_ratio=increase[small]",
        ]
        let outputs = zip([("large", "3"), ("small", "4")], made).flatMap { picture, file in
            [
                "-map", "[\(picture.0)]", "-frames:v", "1", "-map_metadata", "-1", "-q:v", picture.1, "-f", "image2", "-update", "1",
                FFmpegInput.address(file.path),
            ]
        }
        do { try await MediaProgram("ffmpeg", settings: bounds, writes: [work.path]).run(arguments + outputs) } catch let error
            as PackagerError
            where error.isOfProgram
        {
            throw UploadError(.picture, "The picture can't be decoded. Send one that isn't damaged.")
        }
        let sizes = made.compactMap { file -> Size? in
            guard let data = FileManager.default.contents(atPath: file.path), let header = PictureHeader(Array(data)) else { return nil }
            return Size(bytes: Array(data), width: header.width, height: header.height)
        }
        guard sizes.count == 2 else { throw UploadError(.picture, "The picture can't be decoded. Send one that isn't damaged.") }
        (large, small) = (sizes[0], sizes[1])
    }
}
