// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

extension Player {
    /// Both ends of ``seekableTimeRange`` count.
    public func canSeek(to time: Double) -> Bool { error == nil && SeekRule.canSeek(to: time, in: seekableTimeRange) }

    /// Goes to a position of the current item, clamped to what can be sought less a tenth of a second at the end.
    /// - Returns: the seek, for those who want to know how it ended.
    @discardableResult public func seek(_ position: SeekPosition, _ manner: SeekManner = .smooth) -> PendingSeek {
        guard error == nil, let asked = SeekRule.clamp(position, to: seekableTimeRange),
            let position = SeekRule.clamp(position, to: seekableTimeRange, around: blocked)
        else { return PendingSeek(.refused) }
        let manner = position == asked ? manner : .immediate
        let before = time
        passing = nil
        lastSeek += 1
        let seek = PendingSeek()
        pendingSeeks[lastSeek] = seek
        if let onAir = engineItems.onAir, onAir.facts.status == .ended { engineItems.note(onAir.id) { $0.status = .paused } }
        perform(seeks.request(lastSeek, position, manner))
        replayCaptions(from: before)
        return seek
    }

    /// Goes to a time in seconds: to the very picture where there are pictures, else to what is quickest around it.
    @discardableResult public func seek(to time: Double) -> PendingSeek {
        seek(SeekRule.position(for: time, in: mediaType), .smooth)
    }

    /// Goes to a moment of a stream that carries dates; refused where it carries none.
    @discardableResult public func seek(to date: Date) -> PendingSeek {
        guard let zero = engineItems.onAir?.facts.timeline?.dateOfZero else { return PendingSeek(.refused) }
        return seek(.at(date.timeIntervalSince1970 - zero), .smooth)
    }

    /// Goes to the beginning of a chapter.
    @discardableResult public func seek(to chapter: Chapter) -> PendingSeek { seek(.at(chapter.timeRange.start + 0.1), .smooth) }

    func perform(_ actions: [SeekCoalescer.Action]) {
        guard !actions.isEmpty else { return }
        for action in actions {
            switch action {
            case .willSeek(let target):
                update()
                happenings.send(.willSeek(to: target))
                timeListeners.tell(target, hasJumped: true)
            case .issue(let position, let number):
                let landed: @MainActor @Sendable (SeekReport?) -> Void = { [weak self] report in self?.landed(number, report) }
                if isEndingScrubbing {
                    isEndingScrubbing = false
                    engine.endScrubbing(at: position, landed)
                } else {
                    engine.seek(to: position, landed)
                }
            case .didSeek:
                update()
                happenings.send(.didSeek(to: time))
            case .resolve(let request, let result): pendingSeeks.removeValue(forKey: request)?.resolve(result)
            }
        }
    }

    private func landed(_ number: Int, _ report: SeekReport?) {
        let actions = seeks.landed(number, at: report?.landed)
        if actions.contains(.didSeek), let position = report?.landed ?? report?.target {
            estimate = PlayoutEstimate(position: position, moment: clock.now, rate: 0)
            timeListeners.tell(position, hasJumped: true)
        }
        perform(actions)
    }
}
