// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// Records what is shown and reported during a soak test, and what of it is wrong.
final class SoakScreen: VideoOutput {
    struct State: Sendable {
        var stream: PackagedStream?
        /// The number of frames shown.
        var count = 0
        var last: (time: Double, moment: Instant)?
        /// Whether frames may go back in time, because of a seek, an open or a step.
        var mayJump = true
        /// Whether nearby frames may be shown before the requested one.
        var isDragging = false
        var status: EngineStatus?
        var audioTracks = 0
        var variants = 0
        var failure: String?
        /// The wait that took too long.
        var overdue: Int?
        var faults: [String] = []

        var hasEnded: Bool { status == .ended }
    }

    let state = Watched(State())

    func show(_ picture: VideoFrame) {
        let moment = MonotonicClock.now
        let number = picture.withLuma { luma, stride in
            FrameNumber.read(
                luma: luma, stride: stride, width: picture.size.width, height: picture.size.height,
                depth: picture.pixelFormat.hasSuffix("10le") ? 10 : 8)
        }
        state.change { state in
            state.count += 1
            if let last = state.last, !state.mayJump, picture.time <= last.time {
                state.faults.append("a picture of \(picture.time) s behind one of \(last.time) s")
            }
            if let stream = state.stream, stream.hasTrueTimes, let number {
                let meant = stream.pictureStart + Double(number) / stream.rate
                // Files begin with the first sample of any track, which may be encoder priming. The first frames after a seek into an
                // open GOP of MPEG-2 refer to a missing frame, and look like the keyframe.
                if !(-0.11...0.1).contains(picture.time - meant) {
                    state.faults.append("picture \(number) of \(stream.name) at \(picture.time) s")
                }
            }
            state.last = (picture.time, moment)
            state.mayJump = state.isDragging
        }
    }

    func take(_ fact: EngineFact) {
        state.change { state in
            switch fact {
            case .status(_, let status): state.status = status
            case .presentation(_, let presentation):
                (state.audioTracks, state.variants) = (presentation.audio.count, presentation.variants.count)
            case .failed(_, let error): state.failure = error.message
            default: break
            }
        }
    }
}
