// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec

/// The default device of the sound server, or silence without one.
public final class AutomaticOutput: AudioOutput {
    private let output: any AudioOutput
    /// Why nothing can be heard; nil when there is a device.
    public let failure: SoundServerError?

    /// - Parameters:
    ///   - application: the name that mixers show.
    ///   - role: what the audio is for.
    public init(application: String = "Windowbox", role: AudioRole? = .video, format: AudioFormat = AudioFormat()) {
        do throws(SoundServerError) {
            output = try PulseOutput(application: application, role: role, format: format)
            failure = nil
        } catch {
            output = SilentOutput(format: format)
            failure = error
        }
    }

    public var format: AudioFormat { output.format }
    public var framesPlayed: Int64? { output.framesPlayed }
    public var isPaced: Bool { output.isPaced }
    public var events: AsyncStream<AudioOutputEvent>? { output.events }
    public var destination: AudioDestination { failure.map { .nowhere($0.description) } ?? output.destination }
    public func start() { output.start() }
    public func pause() { output.pause() }
    public func flush() { output.flush() }
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int { output.write(samples) }
    public func playOut() { output.playOut() }
    public func waitUntilWritable(seconds: Double) { output.waitUntilWritable(seconds: seconds) }
}

extension AudioOutput where Self == AutomaticOutput {
    /// The default device of the sound server, or silence without one.
    public static var automatic: AutomaticOutput { AutomaticOutput() }
}
