// SPDX-License-Identifier: Apache-2.0

/// The clock of an engine, and where its video and audio go.
struct EngineOutputs: Sendable {
    let clock: PlayoutClock
    let videoSink: VideoSink
    let audioSink: AudioSink

    init(pace: Pace, videoOutputs: [any VideoOutput], audioOutput: any AudioOutput) {
        clock = PlayoutClock(pace: pace)
        videoSink = VideoSink(outputs: videoOutputs)
        audioSink = AudioSink(output: audioOutput)
    }

    /// Audio that was written resumes with the outputs.
    func pause() {
        clock.pause()
        audioSink.pause()
    }

    /// Discards the audio that was written but not heard.
    func stop() {
        pause()
        audioSink.flush()
    }
}
