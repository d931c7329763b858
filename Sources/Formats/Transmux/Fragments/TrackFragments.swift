// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Collects the samples of one track and writes fragments of them.
struct TrackFragments: Sendable {
    private var writer = FragmentWriter()
    private var description: TrackDescription?
    private var samples: [CodedSample] = []
    /// Samples that make a fragment before the segment's end.
    private static let count = 8
    /// Ticks of 90 kHz that a sample may last, if the next one says so: a longer distance is a hole.
    private static let longest: Int64 = 90_000 * 10
    private var lastDuration: Int64 = 0

    /// The time of the first sample that was taken, as ``FragmentTimes/first``.
    private(set) var first: MediaTime?

    mutating func describe(_ next: TrackDescription, into output: inout [TransmuxOutput]) {
        guard next != description else { return }
        flush(into: &output)
        description = next
        output.append(
            .track(TransmuxedTrack(kind: next.kind, codec: next.codec, initialization: FragmentWriter.initialization(next))))
    }

    mutating func add(_ more: [CodedSample], into output: inout [TransmuxOutput]) {
        guard description != nil else { return }
        for var sample in more {
            if let last = samples.last {
                let distance = sample.decode - last.decode
                if last.duration == 0 {
                    if distance > 0, distance < Self.longest {
                        samples[samples.count - 1].duration = distance
                        lastDuration = distance
                    } else if distance > 0 {
                        samples[samples.count - 1].duration = lastDuration
                        write(count: samples.count, into: &output)
                    } else {
                        // If decode times don't increase, the sample directly follows the last one.
                        sample.decode = last.decode + max(lastDuration, 1)
                        sample.presentation = max(sample.presentation, sample.decode)
                        samples[samples.count - 1].duration = max(lastDuration, 1)
                    }
                } else if distance != last.duration {
                    // A hole in the sound.
                    write(count: samples.count, into: &output)
                }
            }
            samples.append(sample)
            // The last sample's duration is known with the next one. Always as many, so that fragments don't depend on how bytes arrive.
            if samples.count > Self.count { write(count: Self.count, into: &output) }
        }
    }

    mutating func flush(into output: inout [TransmuxOutput]) {
        guard let last = samples.last else { return }
        if last.duration == 0 { samples[samples.count - 1].duration = lastDuration > 0 ? lastDuration : 3003 }
        write(count: samples.count, into: &output)
    }

    private mutating func write(count: Int, into output: inout [TransmuxOutput]) {
        guard count > 0, let description else { return }
        let part = Array(samples[..<count])
        samples.removeFirst(count)
        let scale = description.timescale
        func time(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: scale) }
        var (start, end) = (part[0].presentation, part[0].presentation)
        var key: Int64?
        for sample in part {
            start = min(start, sample.presentation)
            end = max(end, sample.presentation + sample.duration)
            if sample.isKey, key == nil { key = sample.presentation }
        }
        if first == nil { first = time(part[0].presentation) }
        let bias = SegmentTransmuxer.bias.converted(to: scale).value
        let times = FragmentTimes(
            first: time(part[0].presentation), firstDecode: time(part[0].decode), start: time(start), end: time(end),
            firstKey: key.map(time))
        output.append(.fragment(description.kind, bytes: writer.fragment(part, bias: bias), times: times))
    }
}
