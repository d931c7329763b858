// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// A UPnP AV media renderer, from its device description (UPnP Device Architecture 1.1, 2.3).
public struct Renderer: Hashable, Sendable, Identifiable {
    /// The unique device name, `uuid:…`.
    public let id: String
    /// The friendly name given by its owner.
    public let name: String
    /// The manufacturer's name for display; may be empty.
    public let manufacturer: String
    /// The model's name for display; may be empty.
    public let model: String
    /// URL of its description.
    public let location: String

    let transport: Service
    let rendering: Service?
    let connections: Service?

    /// A service of a device.
    struct Service: Hashable, Sendable {
        /// Including its version, `urn:schemas-upnp-org:service:AVTransport:1`.
        var type: String
        /// Absolute URL.
        var control: String
        /// URL for event subscriptions; nil if there are none.
        var events: String?
    }
}

extension Renderer {
    /// - Parameter location: URL of the description, the base of relative URLs unless it contains a URLBase.
    init(_ description: [UInt8], location: String) throws(CastingError) {
        let root = try RendererMarkup.parse(description, from: location)
        guard let device = root.all("device").first(where: { Self.plays($0) }) else {
            throw .malformed("it describes no device with an AVTransport service", at: location)
        }
        let base = root.first("URLBase").map(\.text).flatMap { $0.isEmpty ? nil : $0 } ?? location
        guard let id = device.first("UDN")?.text, !id.isEmpty else { throw .malformed("the device has no UDN", at: location) }
        guard let transport = Self.service("AVTransport", of: device, base: base) else {
            throw .malformed("the AVTransport service has no address", at: location)
        }
        self.id = id
        self.location = location
        self.transport = transport
        let named = device.first("friendlyName")?.text ?? ""
        name = named.isEmpty ? id : named
        manufacturer = device.first("manufacturer")?.text ?? ""
        model = device.first("modelName")?.text ?? ""
        rendering = Self.service("RenderingControl", of: device, base: base)
        connections = Self.service("ConnectionManager", of: device, base: base)
    }

    private static func services(of device: MarkupElement) -> [MarkupElement] { device.first("serviceList")?.children ?? [] }

    private static func plays(_ device: MarkupElement) -> Bool {
        services(of: device).contains { $0.first("serviceType")?.text.contains(":service:AVTransport:") == true }
    }

    /// Only http and https URLs are allowed, so that a device can't point elsewhere.
    private static func isPlace(_ address: String) -> Bool { address.hasPrefix("http://") || address.hasPrefix("https://") }

    private static func service(_ name: String, of device: MarkupElement, base: String) -> Service? {
        for service in services(of: device) {
            guard let type = service.first("serviceType")?.text, type.contains(":service:\(name):"),
                let control = service.first("controlURL")?.text, !control.isEmpty
            else { continue }
            let address = URIResolver.resolve(control, against: base)
            guard isPlace(address) else { continue }
            let events = service.first("eventSubURL").map(\.text).flatMap { $0.isEmpty ? nil : URIResolver.resolve($0, against: base) }
            return Service(type: type, control: address, events: events.flatMap { isPlace($0) ? $0 : nil })
        }
        return nil
    }
}
