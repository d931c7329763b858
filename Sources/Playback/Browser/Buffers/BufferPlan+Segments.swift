// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxTransmux

// What a segment has brought, as operations: one for all the bytes of a kind that come together.
extension BufferPlan {
    mutating func append(
        _ outputs: [TransmuxOutput], of load: inout BrowserLoad, _ captions: inout BrowserCaptions
    ) -> [BrowserAction] {
        guard let offset = load.media.offset else { return [] }
        let wanted = load.media.kinds
        var actions: [BrowserAction] = []
        var pending: [(kind: TrackKind, bytes: [UInt8])] = []
        func flush(_ plan: inout BufferPlan, _ kind: TrackKind) {
            guard let place = pending.firstIndex(where: { $0.kind == kind }) else { return }
            let bytes = pending.remove(at: place).bytes
            if kind == .video { actions += captions.search(bytes, initialization: plan.buffer(kind)?.initialization ?? []) }
            guard let (action, number) = plan.append(kind, offset: offset, bytes) else { return }
            actions.append(action)
            load.note(kind, number)
        }
        for output in outputs {
            switch output {
            case .track(let track) where wanted.contains(track.kind) && has(track.kind):
                flush(&self, track.kind)
                actions += describe(
                    TransmuxedTrackOfBuffer(kind: track.kind, codec: track.codec, initialization: track.initialization, offset: offset))
            case .fragment(let kind, let bytes, _), .more(let kind, let bytes):
                guard wanted.contains(kind) else { continue }
                if let place = pending.firstIndex(where: { $0.kind == kind }) {
                    pending[place].bytes += bytes
                } else {
                    pending.append((kind, bytes))
                }
            case .track, .skipped, .metadata: break
            }
        }
        for kind in pending.map({ $0.kind }) { flush(&self, kind) }
        if load.media.isFinished || load.media.wraps { for kind in wanted { endFragment(kind) } }
        return actions
    }
}
