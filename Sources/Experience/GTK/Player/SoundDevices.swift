// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// The devices that sound can go to, the one the viewer wants and the one in use. A value.
struct SoundDevices: Equatable {
    /// The devices in the last listing.
    private(set) var present: [AudioDevice] = []
    /// The viewer's choice, even while it isn't connected; nil for the sound server's default.
    private(set) var preferred: AudioDevice?
    /// nil for the sound server's default.
    private(set) var used: AudioDevice.ID?

    /// The default, then those present.
    var choices: Choices {
        let standard =
            present.first(where: \.isDefault).map { translated("Automatic ({value})", ["value": $0.name]) } ?? translated("Automatic")
        let chosen = present.firstIndex { $0.id == used }
        return Choices([standard] + present.map(\.name), selection: chosen.map { $0 + 1 } ?? 0)
    }

    /// The device behind an entry of ``choices``; nil for its first.
    func device(atChoice index: Int) -> AudioDevice? { index == 0 ? nil : present[index - 1] }

    func isPresent(_ device: AudioDevice) -> Bool { present.contains { $0.id == device.id } }

    mutating func list(_ devices: [AudioDevice]) { present = devices }

    /// The viewer chose a device at an earlier time.
    mutating func prefer(_ device: AudioDevice?) { preferred = device }

    /// Audio now goes to this device.
    mutating func use(_ device: AudioDevice.ID?) { used = device }

    /// The device in use was removed: the sound server picks another one. ``preferred`` is kept, in case it returns.
    mutating func lose() { used = nil }
}
