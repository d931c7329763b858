// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization
public import WindowboxCodec

/// Writes audio to a WAV file of 32-bit floats.
///
/// The header of a pipe can't be completed at the end, so it states the greatest length.
public final class WAVOutput: AudioOutput {
    public let format: AudioFormat
    private let file: Mutex<(handle: FileHandle, bytes: Int)>
    private let canSeek: Bool

    /// - Throws: when the file can't be created.
    public convenience init(path: String, format: AudioFormat = AudioFormat()) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        self.init(try FileHandle(forWritingTo: URL(fileURLWithPath: path)), format: format)
    }

    /// Writes to an open file or pipe, from its start.
    package init(_ handle: FileHandle, format: AudioFormat = AudioFormat()) {
        self.format = format
        file = Mutex((handle, 0))
        canSeek = (try? handle.offset()) == 0
        handle.write(Data(Self.header(format, bytes: canSeek ? 0 : Self.unknownLength)))
    }

    /// The RIFF chunk's length has to fit, too.
    private static let unknownLength = Int(UInt32.max) - 36

    public func start() {}
    public func pause() {}
    public func flush() {}
    public var framesPlayed: Int64? { nil }

    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        file.withLock {
            $0.handle.write(Data(buffer: samples))
            $0.bytes += samples.count * 4
        }
        return samples.count / format.channels
    }

    /// Completes the file's header and closes the file.
    public func close() {
        file.withLock {
            if canSeek {
                try? $0.handle.seek(toOffset: 0)
                $0.handle.write(Data(Self.header(format, bytes: $0.bytes)))
            }
            try? $0.handle.close()
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
