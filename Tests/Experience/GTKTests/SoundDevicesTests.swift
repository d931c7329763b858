// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine

@testable import WindowboxGTK

@Suite("Audio devices")
struct SoundDevicesTests {
    private let speakers = AudioDevice(id: "a", name: "Loudspeakers", isDefault: true)
    private let headphones = AudioDevice(id: "b", name: "Headphones")
    private let television = AudioDevice(id: "tv", name: "Television")

    @Test("Before the list arrives there is only the default, then its name is shown")
    func choices() {
        var devices = SoundDevices()
        #expect(devices.choices == Choices(["Automatic"], selection: 0))
        devices.list([speakers, headphones])
        #expect(devices.choices == Choices(["Automatic (Loudspeakers)", "Loudspeakers", "Headphones"], selection: 0))
        #expect((0...2).map { devices.device(atChoice: $0) } == [nil, speakers, headphones])
        devices.use("b")
        #expect(devices.choices.selection == 2)
    }

    @Test("A lost device is no longer in use, but still wanted")
    func lost() {
        var devices = SoundDevices()
        devices.list([speakers, headphones])
        devices.prefer(headphones)
        devices.use("b")
        devices.lose()
        devices.list([speakers])
        #expect(devices.choices.selection == 0)
        #expect(devices.preferred == headphones)
        #expect(!devices.isPresent(headphones))
    }

    @Test("A wanted device that is not present does not change the menu")
    func absent() {
        var devices = SoundDevices()
        devices.list([speakers, headphones])
        devices.prefer(television)
        #expect(devices.choices == Choices(["Automatic (Loudspeakers)", "Loudspeakers", "Headphones"], selection: 0))
        #expect(!devices.isPresent(television))
    }
}
