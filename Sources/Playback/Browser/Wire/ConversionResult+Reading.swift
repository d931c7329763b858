// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxTransmux

extension WireReader {
    mutating func conversion() -> ConversionResult? {
        guard let code = byte() else { return nil }
        guard code == 0 else {
            guard let message = text() else { return nil }
            switch code {
            case 1: return .malformed(message)
            case 2: return .unsupported(message)
            case 3: return .unavailable(message)
            default: return nil
            }
        }
        guard let count = count() else { return nil }
        var outputs: [TransmuxOutput] = []
        for _ in 0..<count {
            guard let output = output() else { return nil }
            outputs.append(output)
        }
        return .outputs(outputs)
    }

    private mutating func output() -> TransmuxOutput? {
        guard let code = byte() else { return nil }
        if code == 3 { return text().map { .skipped($0) } }
        if code == 4 {
            guard let tags = data(), let time = time() else { return nil }
            return .metadata(tags, time: time)
        }
        guard let kind = kind() else { return nil }
        switch code {
        case 0:
            guard let codec = text(), let initialization = data() else { return nil }
            return .track(TransmuxedTrack(kind: kind, codec: codec, initialization: initialization))
        case 1:
            guard let bytes = data(), let first = time(), let decode = time(), let start = time(), let end = time(), let hasKey = flag()
            else { return nil }
            var times = FragmentTimes(first: first, firstDecode: decode, start: start, end: end, firstKey: nil)
            if hasKey {
                guard let key = time() else { return nil }
                times.firstKey = key
            }
            return .fragment(kind, bytes: bytes, times: times)
        case 2: return data().map { .more(kind, bytes: $0) }
        default: return nil
        }
    }

    private mutating func time() -> MediaTime? {
        guard let value = long(), let scale = integer(), scale > 0 else { return nil }
        return MediaTime(value: value, timescale: Int32(scale))
    }
}
