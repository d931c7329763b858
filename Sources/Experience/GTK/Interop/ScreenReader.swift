// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Whether a screen reader is running, according to the session's accessibility service.
@MainActor final class ScreenReader {
    private var service: Object?
    private let onChange: @MainActor (Bool) -> Void

    /// - Parameter onChange: called when a screen reader starts or stops, and initially if one is running; never without a session bus.
    init(onChange: @escaping @MainActor (Bool) -> Void) {
        self.onChange = onChange
        typealias Arrival = @MainActor (Object?) -> Void
        let arrived: Arrival = { [weak self] in self?.follow($0) }
        g_dbus_proxy_new_for_bus(
            G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_NONE, nil, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status", nil,
            { _, result, data in
                onMain((result!, data!)) { result, data in
                    let service = g_dbus_proxy_new_for_bus_finish(result, nil)
                    Callback<Arrival>.function(of: data)(service.map { Object(adopting: $0) })
                    Callback<Arrival>.release(data)
                }
            }, Callback<Arrival>.retain(arrived))
    }

    private func follow(_ service: Object?) {
        guard let service else { return }
        self.service = service
        service.on("g-properties-changed") { [weak self] (_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) in self?.read() }
        if isRunning { onChange(true) }
    }

    private func read() { onChange(isRunning) }

    private var isRunning: Bool {
        guard let service, let value = g_dbus_proxy_get_cached_property(service.cast(), "ScreenReaderEnabled") else { return false }
        defer { g_variant_unref(value) }
        return g_variant_get_boolean(value) != 0
    }
}
