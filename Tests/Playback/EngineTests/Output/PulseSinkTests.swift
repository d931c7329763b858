// SPDX-License-Identifier: Apache-2.0

import CPulse
import Testing

@testable import WindowboxEngine

@Suite("Sinks of a sound server")
struct PulseSinkTests {
    private func device(_ name: String?, _ description: String?, standard: String? = nil) -> AudioDevice {
        var sink = pa_sink_info()
        sink.index = 7
        func with(_ text: String?, _ body: (UnsafePointer<CChar>?) -> AudioDevice) -> AudioDevice {
            guard let text else { return body(nil) }
            return text.withCString { body($0) }
        }
        return with(name) { name in
            with(description) { description in
                (sink.name, sink.description) = (name, description)
                return AudioDevice(sink, standard: standard)
            }
        }
    }

    @Test("A sink without a description or a name is in the list, and can be chosen")
    func incomplete() {
        #expect(device("usb", "Headphones", standard: "usb") == AudioDevice(id: "usb", name: "Headphones", isDefault: true))
        #expect(device("usb", nil) == AudioDevice(id: "usb", name: "usb"))
        #expect(device("usb", "") == AudioDevice(id: "usb", name: "usb"))
        #expect(device(nil, "Headphones", standard: "usb") == AudioDevice(id: "7", name: "Headphones"))
        #expect(device(nil, nil) == AudioDevice(id: "7", name: "7"))
    }
}
