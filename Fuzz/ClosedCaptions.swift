// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for closed captions: whatever bytes an access unit has, and whatever codes result, times increase, windows are
// inside the frame, and nothing grows without bound. The first byte selects how the others are used.

import Glibc
import WindowboxCaptions
import WindowboxMedia

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClosedCaptions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    var triplets: [UInt8]
    switch start[0] % 6 {
    case 0: triplets = CaptionedVideo.h264().triplets(in: bytes)
    case 1: triplets = CaptionedVideo.h265(lengthSize: 4).triplets(in: bytes)
    case 2: triplets = CaptionedVideo.mpeg2.triplets(in: bytes)
    case 3: triplets = bytes
    case 5: triplets = CaptionedVideo.av1.triplets(in: bytes)
    // As packets of CEA-708, whose headers random bytes rarely match.
    default: triplets = packets(bytes)
    }
    decode(triplets)
    follow(triplets)
    return 0
}

/// The same bytes as a player gets them: with seeks and discontinuities where the first byte of a frame's data says so.
private func follow(_ triplets: [UInt8]) {
    var timeline = ClosedCaptionTimeline()
    var frame: Int64 = 0
    for first in stride(from: 0, to: triplets.count, by: 30) {
        let part = Array(triplets[first..<min(first + 30, triplets.count)])
        let jump: Int64? =
            switch part[0] & 0x1F {
            case 1: -40
            case 2: 300
            case 3: 0
            default: nil
            }
        frame = max(frame + (jump ?? 0), 0)
        let now = MediaTime(value: frame, timescale: 30)
        timeline.add(ClosedCaptionData(time: now, triplets: part), startsAnew: jump != nil)
        for service in timeline.services {
            for cue in timeline.shown(of: service, at: now).cues {
                precondition(cue.start <= now && now < cue.end, "shown out of its time")
            }
            if let next = timeline.nextChange(of: service, after: now) { precondition(next > now, "a change that was") }
        }
        frame += 1
    }
}

private func packets(_ bytes: [UInt8]) -> [UInt8] {
    var triplets: [UInt8] = []
    var sequence: UInt8 = 0
    for first in stride(from: 0, to: bytes.count, by: 28) {
        let codes = bytes[first..<min(first + 28, bytes.count)]
        var packet = [sequence << 6 | UInt8((codes.count + 3) / 2), 1 << 5 | UInt8(codes.count)] + codes
        if packet.count % 2 == 1 { packet.append(0) }
        sequence = (sequence + 1) & 3
        for index in stride(from: 0, to: packet.count, by: 2) {
            triplets += [index == 0 ? 0xFF : 0xFE, packet[index], packet[index + 1]]
        }
    }
    return triplets
}

private func decode(_ triplets: [UInt8]) {
    var decoder = ClosedCaptionDecoder()
    var frame: Int64 = 0
    var now = MediaTime.zero
    func check(_ cues: [ClosedCaptionDecoder.ServiceCue]) {
        for cue in cues {
            precondition(cue.cue.start < cue.cue.end && cue.cue.end <= now, "a cue out of its time")
            precondition(!cue.cue.text.isEmpty, "a cue without text")
            if let region = cue.region {
                precondition(region.width <= 80.001 && (region.height ?? 0) <= 80.001, "a window larger than the safe area")
            }
        }
    }
    for first in stride(from: 0, to: triplets.count, by: 30) {
        now = MediaTime(value: frame, timescale: 30)
        check(decoder.decode(ClosedCaptionData(time: now, triplets: Array(triplets[first..<min(first + 30, triplets.count)]))))
        frame += 1
    }
    now = MediaTime(value: frame, timescale: 30)
    for service in decoder.services {
        for shown in decoder.shown(of: service, at: now) { precondition(shown.cue.start <= now, "something is shown before its time") }
    }
    check(decoder.finish(at: now))
}
