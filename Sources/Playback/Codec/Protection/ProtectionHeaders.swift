// SPDX-License-Identifier: Apache-2.0

/// The protection system headers (`pssh`, ISO/IEC 23001-7 section 8.1) of an MP4 segment. Streams with changing keys have them in their
/// fragments.
struct ProtectionHeaders {
    /// Real ones take a few kilobytes.
    private static let maximumBytes = 64 << 10
    private static let maximumCount = 16

    private var ofFile: [[UInt8]] = []
    private var ofFragments: [[UInt8]] = []

    var all: [[UInt8]] { ofFile + ofFragments }

    mutating func read(_ box: BoxWalker.Box) {
        var found: [[UInt8]] = []
        for (kind, body) in boxes(in: box.body[...])
        where kind == "pssh" && body.count <= Self.maximumBytes && found.count < Self.maximumCount {
            let size = UInt32(body.count + 8)
            found.append(
                [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array("pssh".utf8) + body)
        }
        if found.isEmpty { return }
        if box.kind == "moov" { ofFile = found } else { ofFragments = found }
    }
}
