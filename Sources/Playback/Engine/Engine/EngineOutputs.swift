// SPDX-License-Identifier: Apache-2.0

/// The clock of an engine, and where its pictures and sound go.
struct EngineOutputs: Sendable {
    let clock: PlayoutClock
    let videoSink: VideoSink
    let audioSink: AudioSink

    init(pace: Pace, videoOutputs: [any VideoOutput], audioOutput: any AudioOutput) {
        clock = PlayoutClock(pace: pace)
        videoSink = VideoSink(outputs: videoOutputs)
        audioSink = AudioSink(output: audioOutput)
    }

    /// Sound that was written goes on when the outputs do.
    func pause() {
        clock.pause()
        audioSink.pause()
    }

    /// Forgets the sound that was written and not heard.
    func stop() {
        pause()
        audioSink.flush()
    }
}
