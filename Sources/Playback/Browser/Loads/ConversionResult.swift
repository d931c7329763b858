// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
public import WindowboxTransmux

/// The result of a ``BrowserAction/convert(_:bytes:isEnd:)``.
///
/// A separate module (`Web/Transmux`) converts the bytes. The page forwards its results to the session unchanged.
public enum ConversionResult: Hashable, Sendable {
    case outputs([TransmuxOutput])
    /// The bytes can't be converted: cause, location and remedy.
    case malformed(String)
    case unsupported(String)
    /// The page can't convert anything, because its module is missing.
    case unavailable(String)
}

extension ConversionResult {
    /// Converts bytes with a ``SegmentConverter``.
    static func of(_ bytes: [UInt8], isEnd: Bool, _ converter: inout SegmentConverter) -> ConversionResult {
        do throws(TransmuxError) {
            var outputs = try converter.append(bytes)
            if isEnd { outputs += try converter.finish() }
            return .outputs(outputs)
        } catch { return error.code == .unsupported ? .unsupported(error.message) : .malformed(error.message) }
    }

    var wire: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .outputs(let outputs):
            writer.put(UInt8(0))
            writer.put(outputs.count)
            for output in outputs { writer.put(output) }
        case .malformed(let message):
            writer.put(UInt8(1))
            writer.put(message)
        case .unsupported(let message):
            writer.put(UInt8(2))
            writer.put(message)
        case .unavailable(let message):
            writer.put(UInt8(3))
            writer.put(message)
        }
        return writer.bytes
    }
}

extension WireWriter {
    mutating func put(_ output: TransmuxOutput) {
        switch output {
        case .track(let track):
            put(UInt8(0))
            put(track.kind.rawValue)
            put(track.codec)
            put(track.initialization)
        case .fragment(let kind, let bytes, let times):
            put(UInt8(1))
            put(kind.rawValue)
            put(bytes)
            put(times.first)
            put(times.firstDecode)
            put(times.start)
            put(times.end)
            put(times.firstKey != nil)
            if let key = times.firstKey { put(key) }
        case .more(let kind, let bytes):
            put(UInt8(2))
            put(kind.rawValue)
            put(bytes)
        case .skipped(let name):
            put(UInt8(3))
            put(name)
        case .metadata(let tags, let time):
            put(UInt8(4))
            put(tags)
            put(time)
        }
    }

    mutating func put(_ time: MediaTime) {
        put(long: time.value)
        put(Int(time.timescale))
    }
}
