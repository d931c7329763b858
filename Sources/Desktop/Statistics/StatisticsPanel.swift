// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCodec
import WindowboxEngine
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// Statistics over the video. It polls the player once per second, and only while visible.
@MainActor final class StatisticsPanel: Box {
    private static let logLines = 5
    private let player: Player
    private let pictures: PictureMailbox
    private var statistics = Statistics()
    private var values: [(row: Box, key: Label, value: Label)] = []
    private let log = Label().cssClass("log").leading().shortened()
    private let decisions = Label().cssClass("log").leading().shortened()
    private let lines = Box(.vertical, spacing: 3)
    private var journal = JournalTail()
    private var updating: Task<Void, Never>?
    private var listening: Task<Void, Never>?
    /// The number of updates.
    private(set) var updates = 0

    init(_ player: Player, _ pictures: PictureMailbox) {
        self.player = player
        self.pictures = pictures
        super.init(.vertical)
        // In a small window the panel ends where the window does.
        append(Scrolled(lines, upTo: Int(Int16.max)))
        cssClass("statistics").align(horizontal: .start, vertical: .start)
        accessibleName(translated("Statistics"))
        takesPointer = false
        isVisible = false
        // Listen from the start: the history explains the current state.
        listening = Task { [weak self, facts = player.engineFacts] in
            for await fact in facts { if case .journal(let id, let lines) = fact { self?.journal.add(lines, of: id) } }
        }
    }

    isolated deinit {
        updating?.cancel()
        listening?.cancel()
    }

    var isShown: Bool {
        get { isVisible }
        set {
            isVisible = newValue
            updating?.cancel()
            updating = nil
            guard newValue else { return }
            statistics = Statistics()
            updating = Task { [weak self] in
                while !Task.isCancelled {
                    self?.update()
                    try? await Task.sleep(for: .seconds(1))
                }
            }
        }
    }

    private func update() {
        guard isVisible, isMapped || updates == 0 else { return }
        updates += 1
        let now = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
        let rows = statistics.rows(facts, at: now)
        while values.count < rows.count { addRow() }
        for (row, shown) in zip(rows, values) {
            shown.key.text = row.key
            shown.value.text = row.value
            shown.row.accessibleName("\(row.key): \(row.value)")
        }
        log.text = player.metricEvents.suffix(Self.logLines).map(Self.line).joined(separator: "\n")
        log.isVisible = !log.text.isEmpty
        decisions.text = journal.lines(of: player.currentItemID).joined(separator: "\n")
        decisions.isVisible = !decisions.text.isEmpty
    }

    private func addRow() {
        if values.isEmpty {
            lines.append(log)
            lines.append(decisions)
        }
        let key = Label().cssClass("key").leading().minimumSize(width: 92)
        let value = Label().leading().shortened()
        let row = Box(.horizontal, spacing: 8) {
            key
            value
        }
        lines.insert(row, at: values.count)
        values.append((row, key, value))
    }

    private var facts: Statistics.Facts {
        var facts = Statistics.Facts()
        let metrics = player.metrics()
        facts.address = metrics?.uri.map { URL(string: $0).flatMap { $0.isFileURL ? $0.lastPathComponent : nil } ?? $0.withoutCredentials }
        facts.server = metrics?.serverAddress
        let size = player.presentationSize ?? pictures.pictureSize
        facts.width = size?.width
        facts.height = size?.height
        facts.indicatedBitrate = metrics?.indicatedBitrate
        facts.observedBitrate = metrics?.observedBitrate
        if let end = player.loadedTimeRange?.end, let time = player.time { facts.buffer = max(0, end - time) }
        facts.presented = metrics?.total.presentedFrames ?? 0
        facts.dropped = metrics?.total.droppedFrames ?? 0
        facts.stalls = metrics?.total.stalls ?? 0
        facts.switches = metrics?.total.bitrateSwitches ?? 0
        facts.bytes = metrics?.total.bytes ?? 0
        facts.startup = metrics?.startupTime
        facts.isPlaying = player.rate > 0
        facts.speed = player.desiredSpeed
        facts.volume = player.volume
        facts.isMuted = player.isMuted
        facts.decoder = metrics?.decoder
        return facts
    }

    private static func line(_ event: MetricEvent) -> String {
        let what =
            switch event.kind {
            case .metadata(_, let service): "metadata after \(Int((service * 1000).rounded())) ms"
            case .asset(let experience): "first frame after \(Int((experience * 1000).rounded())) ms"
            case .failure(let error): "failed: \(error)"
            case .warning(let error): "warning: \(error)"
            case .stall: "stalled"
            case .resumeAfterStall: "resumed"
            }
        let time = event.time.map { TimeText.clock($0) } ?? "–"
        return String("\(time)  \(what)".prefix(90))
    }
}
