// SPDX-License-Identifier: Apache-2.0

/// Decides which device decodes a video, and when software takes over. Does no I/O.
///
/// A device that opens may still fail: its driver may not know the profile, run out of memory, or lose the GPU when the machine sleeps.
/// FFmpeg itself continues in software if the driver refuses a stream at its beginning. Later failures are counted here.
struct HardwareChoice: Hashable, Sendable {
    /// FFmpeg's names of the devices not tried yet, in order.
    private var candidates: [String]
    private var failures = 0
    /// Decoding continues in software, from the next keyframe on.
    private(set) var isGivenUp = false

    /// Consecutive failures after which the device is given up. A single one may be due to a damaged frame.
    static let maxFailures = 3

    /// - Parameters:
    ///   - preference: the allowed devices, in order of preference.
    ///   - isSupported: whether FFmpeg can use a device for the codec.
    init(_ preference: HardwareDecoding, isSupported: (String) -> Bool) { candidates = preference.devices.filter(isSupported) }

    /// The device to open next; nil if none is left, and for software.
    mutating func next() -> String? { isGivenUp || candidates.isEmpty ? nil : candidates.removeFirst() }

    /// A frame of the device was usable.
    mutating func succeeded() { failures = 0 }

    /// The device could not decode a frame, or its frame could not be read.
    mutating func failed() {
        failures += 1
        if failures >= Self.maxFailures { isGivenUp = true }
    }

    /// The format to decode to; nil leaves the choice to FFmpeg, which then decodes in software.
    /// - Parameters:
    ///   - offered: the formats in which the decoder can output this stream.
    ///   - format: that of the device's frames.
    static func format<Format: Equatable>(among offered: [Format], of format: Format) -> Format? { offered.first { $0 == format } }
}
