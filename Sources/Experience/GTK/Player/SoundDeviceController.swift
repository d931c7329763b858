// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxEngine

/// Lists the devices of this machine that sound can go to, and sends it there. The sound server may be slow to answer, so nothing waits
/// for it; failures are sent as notices.
@MainActor @Observable final class SoundDeviceController {
    private var devices = SoundDevices()
    /// nil if the output offers no devices.
    @ObservationIgnored private let output: (any AudioDeviceChoosing)?
    @ObservationIgnored private let notices: NoticeBroadcaster

    init(_ output: (any AudioDeviceChoosing)?, notices: NoticeBroadcaster) {
        self.output = output
        self.notices = notices
    }

    var preferred: AudioDevice? { devices.preferred }

    var choices: Choices { output == nil ? .none : devices.choices }

    func refresh() {
        guard let output else { return }
        Task {
            do throws(SoundServerError) {
                let present = try await Self.devices(of: output)
                devices.list(present)
            } catch { notices.send(PlayerNotice(translated("Audio devices can’t be listed: {reason}", ["reason": "\(error)"]))) }
        }
    }

    func choose(_ index: Int) {
        guard let output else { return }
        let device = devices.device(atChoice: index)
        Task {
            do throws(SoundServerError) {
                try await Self.use(device?.id, for: output)
                devices.prefer(device)
                devices.use(device?.id)
            } catch { notices.send(Self.refusal(of: device, error)) }
        }
    }

    /// Uses a device that was chosen earlier, if it is present.
    func restore(_ device: AudioDevice) {
        devices.prefer(device)
        guard let output else { return }
        Task {
            do throws(SoundServerError) {
                let present = try await Self.devices(of: output)
                devices.list(present)
                guard devices.isPresent(device) else {
                    return notices.send(
                        PlayerNotice(translated("“{device}” isn’t available; using the default device", ["device": device.name])))
                }
                try await Self.use(device.id, for: output)
                devices.use(device.id)
            } catch { notices.send(Self.refusal(of: device, error)) }
        }
    }

    private static func refusal(of device: AudioDevice?, _ error: SoundServerError) -> PlayerNotice {
        let reason = ["reason": "\(error)", "device": device?.name ?? ""]
        return PlayerNotice(
            device == nil
                ? translated("Audio can’t be played on the default device: {reason}", reason)
                : translated("Audio can’t be played on “{device}”: {reason}", reason))
    }

    func handle(_ fact: EngineFact) {
        guard case .audioOutput(.deviceLost) = fact else { return }
        devices.lose()
        refresh()
    }

    @concurrent private static func devices(of output: any AudioDeviceChoosing) async throws(SoundServerError) -> [AudioDevice] {
        try output.devices()
    }

    @concurrent private static func use(_ device: AudioDevice.ID?, for output: any AudioDeviceChoosing) async throws(SoundServerError) {
        try output.use(device)
    }
}
