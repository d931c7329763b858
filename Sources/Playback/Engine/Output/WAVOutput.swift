// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Glibc
import Synchronization
public import WindowboxCodec

/// Writes audio to a WAV file of 32-bit floats.
///
/// The header of a pipe can't be completed at the end, so it states the maximum length. So does the header of a longer file. When writing
/// fails, as on a full disk, playback continues without the file, and ``failure`` says why.
public final class WAVOutput: AudioOutput {
    public let format: AudioFormat
    fileprivate struct File {
        let handle: FileHandle
        /// nil for a file that the caller has opened.
        let path: String?
        /// Of samples.
        var bytes = 0
        var failure: AudioFileError?
    }
    private let file: Mutex<File>
    private let canSeek: Bool

    /// Creates the file, or overwrites it.
    /// - Throws: ``AudioFileError`` when the file can't be created.
    public convenience init(path: String, format: AudioFormat = AudioFormat()) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw AudioFileError(path, "create", String(cString: strerror(errno))) }
        self.init(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), path: path, format: format)
    }

    /// Writes to an open file or pipe, from its start.
    package init(_ handle: FileHandle, path: String? = nil, format: AudioFormat = AudioFormat()) {
        self.format = format
        canSeek = (try? handle.offset()) == 0
        file = Mutex(File(handle: handle, path: path))
        let header = Data(Self.header(format, bytes: canSeek ? 0 : Self.unknownLength))
        file.withLock { _ = $0.write(header) }
    }

    /// The RIFF chunk's length has to fit, too.
    private static let unknownLength = Int(UInt32.max) - 36

    public func start() {}
    public func pause() {}
    public func flush() {}
    public var framesPlayed: Int64? { nil }

    /// The first error while writing; nil when there was none. Audio after it is not in the file.
    public var failure: AudioFileError? { file.withLock { $0.failure } }

    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        file.withLock { if $0.write(Data(buffer: samples)) { $0.bytes += samples.count * MemoryLayout<Float>.size } }
        return samples.count / format.channels
    }

    /// Completes the file's header and closes the file.
    public func close() {
        file.withLock {
            // What was written before an error can be played.
            if canSeek, (try? $0.handle.seek(toOffset: 0)) != nil {
                try? $0.handle.write(contentsOf: Data(Self.header(format, bytes: min($0.bytes, Self.unknownLength))))
            }
            do { try $0.handle.close() } catch { $0.fail(error) }
        }
    }

    private static func header(_ format: AudioFormat, bytes: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let frame = 4 * format.channels
        // Format tag 3 is IEEE float.
        return Array("RIFF".utf8) + little(36 + bytes, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(3, 2)
            + little(format.channels, 2) + little(format.sampleRate, 4) + little(format.sampleRate * frame, 4) + little(frame, 2)
            + little(32, 2) + Array("data".utf8) + little(bytes, 4)
    }
}

extension WAVOutput.File {
    /// - Returns: false when writing fails or has failed.
    @discardableResult
    fileprivate mutating func write(_ data: Data) -> Bool {
        guard failure == nil else { return false }
        do {
            try handle.write(contentsOf: data)
            return true
        } catch {
            fail(error)
            return false
        }
    }

    fileprivate mutating func fail(_ error: any Error) {
        guard failure == nil else { return }
        let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        let isOfSystem = reason.domain == NSPOSIXErrorDomain
        failure = AudioFileError(path, "write", isOfSystem ? String(cString: strerror(Int32(reason.code))) : reason.localizedDescription)
    }
}

/// Why audio can't be written to a file.
public struct AudioFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ path: String?, _ doing: String, _ reason: String) {
        description = "cannot \(doing) \(path ?? "the audio"): \(reason)"
    }
}
