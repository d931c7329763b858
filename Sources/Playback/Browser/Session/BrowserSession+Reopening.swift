// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Recreates the source buffers: after a failure of the element, and when the audio ends before the video.
extension BrowserSession {
    /// The media element has failed: recreates its source, and continues a little later.
    mutating func rebuild(because reason: String) {
        if let error = resources.protection.explanation(of: reason, hasPlayed: clock.hasPlayed) { return fail(error) }
        guard buffers.isOpen, let position = clock.noteBreak() else {
            actions.append(
                .fail(
                    StreamingError(
                        .unsupported, message: "the browser can't play this: " + reason + "; check how the segments were encoded")))
            return end()
        }
        actions.append(.warning("the browser stopped playing: " + reason))
        reopen(buffers.descriptions, at: position)
    }

    /// Creates new, empty source buffers, and loads everything from a position on.
    mutating func reopen(_ descriptions: [BufferDescription], at position: Double) {
        while !loads.isEmpty, let index = loads.firstIndex(where: { $0.segment?.contentType ?? .subtitles != .subtitles }) {
            let load = loads.remove(at: index)
            clocks.end(load.load.id)
            actions.append(.cancel(load.load.id.number))
        }
        buffers.open(descriptions)
        media.found(descriptions.map { $0.kind })
        actions.append(.open(descriptions))
        mayBeginAnywhere = false
        clocks.restart()
        clock.go(to: position, at: now)
        sendPlayback()
        send(.seek(to: position))
        if !seeks { actions.append(.seek(to: position)) }
    }

    // MARK: Audio

    /// Whether playback is stalled only because the audio has ended: browsers wait for every source buffer.
    var hasSoundEnded: Bool {
        guard clock.isStalled, clock.pending == nil, !media.isAtEnd, media.hasNoMoreAudio else { return false }
        return buffers.isSoundOver(at: clock.position) && !loads.contains { $0.segment?.contentType == .audio }
    }

    mutating func playWithoutAudio() {
        guard let buffer = buffers.descriptions.first(where: { $0.kind == .audio }) else { return }
        let position = clock.position
        actions.append(.warning("the sound ends at " + timeText(position) + ", before the pictures; playback goes on without it"))
        media.playsWithout(buffer, from: position)
        reopen(buffers.descriptions.filter { $0.kind != .audio }, at: position)
    }

    /// Recreates the audio buffer after a seek to a position that has audio.
    mutating func restoreAudio(at position: Double) {
        guard let buffer = media.takeEndedAudio() else { return }
        reopen(buffers.descriptions + [buffer], at: position)
    }
}
