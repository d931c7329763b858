// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Converts engine events to a report and a text log.
struct RunRecorder {
    var report = PlayReport()
    private let log: TimelineLog
    private let journal: JournalFile?
    private var requestedAt = MonotonicClock.now
    private var variants: [Presentation.Variant] = []
    private var stalledSince: Instant?

    init(log: TimelineLog, journal: JournalFile?) {
        self.log = log
        self.journal = journal
    }

    mutating func begin(_ address: String) {
        if log.lines == 0 { requestedAt = MonotonicClock.now }
        log.write("open", address)
    }

    /// - Returns: true when the item is finished.
    mutating func handle(_ event: RunEvent, of id: ItemID) -> Bool {
        switch event {
        case .timeIsUp(let item) where item == id:
            report.state = "stopped"
            log.write("stop", "time limit reached")
            return true
        case .timeIsUp: return false
        case .fact(let fact): return handle(fact, of: id)
        }
    }

    private mutating func handle(_ fact: EngineFact, of id: ItemID) -> Bool {
        switch fact {
        case .presentation(let item, let presentation) where item == id: describe(presentation)
        case .timeline(let item, let timeline) where item == id: describe(timeline)
        case .ready(let item, let position) where item == id: log.write("ready", "first frame at \(clock(position))")
        case .status(let item, let status) where item == id: return handle(status)
        case .variant(_, let change): handle(change)
        case .seeked(_, let seek):
            report.seeks.append(.init(target: seek.target, landed: seek.landed, latency: seek.latency))
            log.write(
                "seek",
                "to \(clock(seek.target)), \(seek.landed.map { "landed at \(clock($0))" } ?? "failed") after \(milliseconds(seek.latency))")
        case .warning(let item, let error) where item == id: log.write("warning", error.message)
        case .failed(let item, let error) where item == id:
            report.state = "failed"
            report.errors.append(.init(code: error.code.name, message: error.message, url: error.url))
            log.write("failed", error.message)
            return true
        case .advanced(let from, let to):
            log.write("next", "item \(to.number + 1) continues gaplessly")
            if from == id {
                report.state = "ended"
                return true
            }
        case .journal(_, let lines): journal?.append(lines)
        default: break
        }
        return false
    }

    private mutating func handle(_ status: EngineStatus) -> Bool {
        if status == .stalled {
            stalledSince = MonotonicClock.now
            log.write("stall", "buffer empty")
        } else if let since = stalledSince {
            stalledSince = nil
            let length = MonotonicClock.now - since
            report.stalls.append(.init(at: since - requestedAt, duration: length))
            log.write("resume", "after \(milliseconds(length))")
        }
        if status == .ended {
            report.state = "ended"
            log.write("end", "")
        }
        return status == .ended
    }

    private mutating func describe(_ presentation: Presentation) {
        variants = presentation.variants
        for (index, variant) in variants.enumerated() {
            let excluded = variant.excluded.map { ", not played: \($0)" } ?? ""
            let codecs = variant.codecs.map { " \($0)" } ?? ""
            log.write("variant", "\(index): \(Self.quality(of: variant))\(codecs)\(excluded)")
        }
        for rendition in presentation.audio { log.write("audio", "\(rendition.name) \(rendition.language ?? "")") }
    }

    private mutating func describe(_ timeline: Timeline) {
        report.duration = timeline.duration
        let type =
            switch timeline.kind {
            case .onDemand: "vod"
            case .live: "live"
            case .dvr: "dvr"
            }
        if report.streamType != type {
            log.write("stream", "\(type)\(timeline.duration.map { ", duration \(clock($0))" } ?? "")")
        }
        report.streamType = type
    }

    private mutating func handle(_ change: VariantSwitch) {
        guard variants.indices.contains(change.variant) else { return }
        let variant = variants[change.variant]
        report.variants.append(
            .init(
                at: change.position, bandwidth: variant.bandwidth, width: variant.size?.width, height: variant.size?.height,
                reason: change.reason))
        log.write("quality", "\(Self.quality(of: variant)) from \(clock(change.position)): \(change.reason)")
    }

    /// The stated size and bit rate. A single media playlist states neither.
    static func quality(of variant: Presentation.Variant) -> String {
        let size = variant.size.map { "\($0.width)x\($0.height)" }
        let rate = variant.bandwidth > 0 ? "\(variant.bandwidth / 1000) kbit/s" : nil
        let stated = [size, rate].compactMap { $0 }
        return stated.isEmpty ? "of unstated quality" : stated.joined(separator: " ")
    }

    mutating func finish(_ counts: EngineCounts, firstFrame: Instant?) {
        report.timeToFirstFrame = .init(
            process: firstFrame.map { $0 - ProcessFacts.start }, play: firstFrame.map { $0 - requestedAt })
        report.framesPresented = counts.picturesPresented
        report.framesDropped = counts.picturesDropped
        report.audioSeconds = counts.audioSeconds
        report.bytes = counts.bytes
        report.requests = counts.requests
        report.peakMemory = ProcessFacts.peakMemory
        let first = report.timeToFirstFrame.play.map { ", first after \(milliseconds($0))" } ?? ""
        log.write(
            "total",
            "\(counts.picturesPresented) frames\(first), \(counts.picturesDropped) dropped, \(clock(counts.audioSeconds)) of audio, "
                + "\(counts.bytes / 1000) kB in \(counts.requests) requests, \(report.peakMemory / 1_000_000) MB peak memory")
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(report) + Data("\n".utf8)
        try StandardStreams.write(data, to: path)
    }

    private func clock(_ seconds: Double) -> String { String(format: "%.3f s", seconds) }
    private func milliseconds(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1000) }
}
