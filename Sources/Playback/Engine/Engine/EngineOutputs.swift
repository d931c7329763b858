// SPDX-License-Identifier: Apache-2.0

/// The clock of an engine, and where its pictures and sound go.
struct EngineOutputs: Sendable {
    let clock: PlayoutClock
    let screen: Screen
    let speaker: Speaker

    init(pace: Pace, videoOutputs: [any VideoOutput], audioOutput: any AudioOutput) {
        clock = PlayoutClock(pace: pace)
        screen = Screen(outputs: videoOutputs)
        speaker = Speaker(output: audioOutput)
    }

    /// Sound that was written goes on when the outputs do.
    func pause() {
        clock.pause()
        speaker.pause()
    }

    /// Forgets the sound that was written and not heard.
    func stop() {
        pause()
        speaker.flush()
    }
}
