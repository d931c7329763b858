// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine

// Which device of this machine the sound goes to.
extension PlayerModel {
    var deviceChoices: Choices {
        guard sound != nil else { return .none }
        let standard = devices.first(where: \.isDefault).map { "Automatic (\($0.name))" } ?? "Automatic"
        let chosen = devices.firstIndex { $0.id == usedDevice }
        return Choices([standard] + devices.map(\.name), selection: chosen.map { $0 + 1 } ?? 0)
    }

    /// The sound server answers when it does: nobody waits for it.
    func lookForDevices() {
        guard let sound else { return }
        Task {
            do throws(SoundServerError) { devices = try await Self.devices(of: sound) } catch {
                tell(PlayerNotice("Audio devices can’t be listed: \(error)"))
            }
        }
    }

    func chooseDevice(_ index: Int) {
        guard let sound else { return }
        let device = index == 0 ? nil : devices[index - 1]
        Task {
            do throws(SoundServerError) {
                try await Self.use(device?.id, for: sound)
                (wantedDevice, usedDevice) = (device, device?.id)
            } catch { tell(PlayerNotice("The sound can’t go to \(device?.name ?? "the usual device"): \(error)")) }
        }
    }

    /// Sends the sound where a person wanted it at another time.
    ///
    /// Where that device is not there the sound goes to the usual one, the person is told, and ``wantedDevice`` stays: it may be there
    /// the next time.
    public func useAgain(_ device: AudioDevice) {
        wantedDevice = device
        guard let sound else { return }
        Task {
            do throws(SoundServerError) {
                devices = try await Self.devices(of: sound)
                guard devices.contains(where: { $0.id == device.id }) else {
                    return tell(PlayerNotice("“\(device.name)” isn’t available; using the default device"))
                }
                try await Self.use(device.id, for: sound)
                usedDevice = device.id
            } catch { tell(PlayerNotice("The sound can’t go to “\(device.name)”: \(error)")) }
        }
    }

    @concurrent private static func devices(of sound: any AudioDeviceChoosing) async throws(SoundServerError) -> [AudioDevice] {
        try sound.devices()
    }

    @concurrent private static func use(_ device: AudioDevice.ID?, for sound: any AudioDeviceChoosing) async throws(SoundServerError) {
        try sound.use(device)
    }
}
