// SPDX-License-Identifier: Apache-2.0

/// Where subtitles begin in an MPEG programme stream.
struct DiscSubtitleUnits {
    private var units: [Int: [Int]] = [:]

    init(_ bytes: [UInt8]) {
        var (pack, place) = (0, 0)
        while place + 14 <= bytes.count, bytes[place..<place + 3].elementsEqual([0, 0, 1]) {
            if bytes[place + 3] == 0xBA {
                pack = place
                place += 14 + Int(bytes[place + 13] & 7)
                continue
            }
            let end = place + 6 + (Int(bytes[place + 4]) << 8 | Int(bytes[place + 5]))
            // A packet with a time begins a subtitle.
            let payload = place + 9 + Int(bytes[place + 8])
            if bytes[place + 3] == 0xBD, bytes[place + 7] & 0x80 != 0, payload < bytes.count, bytes[payload] & 0xE0 == 0x20 {
                units[Int(bytes[payload] & 0x1F), default: []].append(pack)
            }
            place = end
        }
    }

    /// The offsets of the packs in which the subtitles of a language begin.
    func places(of number: Int) -> [Int] { units[number] ?? [] }
}
