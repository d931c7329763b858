// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for segments that are converted to fragmented MP4: MPEG-TS, packed audio, fragmented MP4. The first byte is the size
// of the pieces that the rest comes in.

import Glibc
import WindowboxMedia
import WindowboxTransmux

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTransmuxing(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let whole = converted(bytes, size: bytes.count)
    let parts = converted(bytes, size: Int(start[0]) + 1)
    precondition(whole?.files == parts?.files, "the result depends on how the bytes are split")
    guard let whole else { return 0 }
    for times in whole.times { precondition(times.start <= times.end, "a fragment ends before it starts") }
    for kind in 0..<2 where whole.isConverted {
        let file = whole.files[kind]
        guard !file.isEmpty else { continue }
        precondition(file.count <= bytes.count * 4 + 65_536, "the result has no end")
        // What was written can be read, and has the same fragments.
        precondition(converted(file, size: file.count)?.times.isEmpty == false, "what was written can't be read")
    }
    return 0
}

private struct Result {
    var files: [[UInt8]] = [[], [], []]
    var times: [FragmentTimes] = []
    var isConverted = false
}

private func converted(_ bytes: [UInt8], size: Int) -> Result? {
    var transmuxer = SegmentTransmuxer()
    var result = Result()
    func take(_ outputs: [TransmuxOutput], _ result: inout Result) {
        for output in outputs {
            switch output {
            case .track(let track): result.files[Int(track.kind.rawValue)] += track.initialization
            case .fragment(let kind, let bytes, let times):
                result.files[Int(kind.rawValue)] += bytes
                result.times.append(times)
            case .more(let kind, let bytes): result.files[Int(kind.rawValue)] += bytes
            case .skipped: break
            }
        }
    }
    do {
        var place = 0
        while place < bytes.count {
            let end = min(bytes.count, place + size)
            take(try transmuxer.append(Array(bytes[place..<end])), &result)
            place = end
        }
        take(try transmuxer.finish(), &result)
    } catch { return nil }
    result.isConverted = transmuxer.isConverted
    return result
}
