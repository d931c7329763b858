// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxEngine

/// Devices and requests with a real server. Tests remove what they add to it.
@Suite("PulseAudio devices", .serialized, .timeLimit(.minutes(1)), .enabled(if: SinkRecording.isPossible, "\(SinkRecording.reason)"))
struct PulseDeviceTests {
    private func sink(_ name: String) throws -> String { try PulseServer.control("load-module", "module-null-sink", "sink_name=\(name)") }

    private func play(_ output: PulseOutput) {
        output.start()
        // Silence, because other tests record what the default device plays.
        let sound = [Float](repeating: 0, count: 9_600)
        _ = sound.withUnsafeBufferPointer { output.write($0) }
    }

    @Test("LB-19: Devices are listed, and audio can move to one during playback")
    func moving() async throws {
        let module = try sink("other")
        defer { _ = try? PulseServer.control("unload-module", module) }
        let output = try PulseOutput()
        let devices = try output.devices()
        let standard = try #require(devices.first { $0.isDefault })
        #expect(devices.contains { $0.id == "other" && !$0.isDefault && !$0.name.isEmpty })
        #expect(output.device == standard.id)
        play(output)
        try output.use("other")
        #expect(output.device == "other")
        #expect(try PulseServer.control("list", "short", "sink-inputs").contains("\t"))
        try output.use(nil)
        #expect(output.device == standard.id)
        #expect(throws: SoundServerError.self) { try output.use("nowhere") }
        #expect(output.device == standard.id)
        #expect(try PulseOutput(device: "other").device == "other")
        #expect(try PulseOutput(device: "nowhere").device == standard.id)
    }

    @Test("Each of six channels plays in its position, whatever the device's channel order is")
    func surround() async throws {
        let order = ["front-left", "rear-left", "front-right", "lfe", "rear-right", "front-center"]
        let module = try PulseServer.control(
            "load-module", "module-null-sink", "sink_name=six", "rate=48000", "format=float32le", "channels=6",
            "channel_map=\(order.joined(separator: ","))")
        defer { _ = try? PulseServer.control("unload-module", module) }
        let recording = try await SinkRecording(of: "six", channels: order)
        let output = try PulseOutput(device: "six", format: AudioFormat(channels: 6))
        let levels: [Float] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75]
        let sound = (0..<4_800).flatMap { _ in levels }
        output.start()
        #expect(sound.withUnsafeBufferPointer { output.write($0) } > 0)
        output.playOut()
        await recording.until(sound: 1)
        let heard = Dictionary(uniqueKeysWithValues: zip(order, recording.frame))
        let own = ["front-left", "front-right", "front-center", "lfe", "rear-left", "rear-right"]
        #expect(own.map { heard[$0] } == levels)
    }

    @Test("LB-14: The loss of a device is reported, and audio continues on another")
    func leaving() async throws {
        let module = try sink("passing")
        let output = try PulseOutput(device: "passing")
        #expect(output.device == "passing")
        play(output)
        try PulseServer.control("unload-module", module)
        var events = try #require(output.events).makeAsyncIterator()
        let event = await events.next()
        guard case .deviceLost = event else {
            Issue.record("\(String(describing: event))")
            return
        }
        output.pause()
        play(output)
        #expect(output.device != nil)
        #expect(output.device != "passing")
    }

    @Test("LB-18: An output with a role is interrupted by a call and resumes after it")
    func roles() async throws {
        let module = try PulseServer.control("load-module", "module-role-cork", "trigger_roles=phone", "cork_roles=video")
        defer { _ = try? PulseServer.control("unload-module", module) }
        let output = try PulseOutput(role: .video)
        let plain = try PulseOutput()
        play(output)
        play(plain)
        var events = try #require(output.events).makeAsyncIterator()
        var call: PulseOutput? = try PulseOutput(role: AudioRole("phone"))
        if let call { play(call) }
        #expect(await events.next() == .interrupted)
        // Only a paused stream is told to resume; this response confirms that the server knows of the pause.
        output.pause()
        _ = try output.devices()
        call = nil
        #expect(await events.next() == .interruptionEnded)
        #expect(call == nil)
    }
}
