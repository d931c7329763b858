// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// Seeking and scrubbing.
extension ItemPlayback {
    @discardableResult func seek(_ position: SeekPosition, _ policy: SeekPolicy) -> PendingSeek {
        guard recovery.error == nil, let asked = SeekRule.clamp(position, to: seekableTimeRange),
            let allowed = SeekRule.clamp(position, to: seekableTimeRange, around: time.playout.blocked)
        else { return PendingSeek(.refused) }
        let before = self.position
        time.playout.abandonPassing()
        items.leaveEnd()
        // A target in a blocked range is replaced by an immediate seek out of it.
        let (seek, actions) = seeking.request(allowed, allowed == asked ? policy : .immediate)
        perform(actions)
        if settings.showsReplayCaptions, let before, let target = seeking.target {
            selection.seeked(from: before, to: target)
            followReplay()
        }
        return seek
    }

    /// Goes to the start of an on-demand item, or to the live edge of a window.
    @discardableResult func skipToDefault() -> PendingSeek {
        seek(SkipRule.defaultPosition(in: seekableTimeRange, streamType: output.streamType), .immediate)
    }

    func perform(_ actions: [SeekCoalescer.Action]) {
        for action in actions {
            switch action {
            case .willSeek(let target):
                update()
                events.send(.willSeek(to: target))
                time.listeners.notify(target, hasJumped: true)
            case .issue(let position, let number):
                let landed: @MainActor @Sendable (SeekReport?) -> Void = { [weak self] report in self?.landed(number, report) }
                if seeking.takeRelease() {
                    engines.active.endScrubbing(at: position, landed)
                } else {
                    engines.active.seek(to: position, landed)
                }
            case .didSeek:
                update()
                events.send(.didSeek(to: position))
            case .resolve(let request, let result): seeking.resolve(request, result)
            }
        }
    }

    private func landed(_ number: Int, _ report: SeekReport?) {
        let actions = seeking.landed(number, at: report?.landed)
        if actions.contains(.didSeek), let position = report?.position ?? report?.target {
            time.playout.anchor(at: position, keepsRate: false, now: time.now)
            time.listeners.notify(position, hasJumped: true)
        }
        perform(actions)
    }

    func beginScrubbing() {
        guard !seeking.isScrubbing, items.onAir != nil, recovery.error == nil else { return }
        seeking.beginScrubbing()
        // An external engine has no scrubbing mode, so it is paused.
        if engines.isExternal { engines.active.pause() } else { engines.active.beginScrubbing() }
        // The item may have ended, but the slider has left the end.
        items.leaveEnd()
        update()
    }

    func endScrubbing(at time: Double?) -> PendingSeek {
        guard seeking.isScrubbing else { return time.map { seek(.near($0), .immediate) } ?? PendingSeek(.refused) }
        seeking.endScrubbing(holdsEngine: !engines.isExternal)
        if engines.isExternal, settings.shouldPlay { engines.active.play() }
        let landing = (time ?? position).map { seek(.near($0), .immediate) } ?? PendingSeek(.refused)
        // No seek was issued, but the engine must still resume.
        if seeking.takeRelease() { engines.active.endScrubbing(at: nil) { _ in } }
        update()
        return landing
    }
}
