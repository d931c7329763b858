// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// A device that plays what it is told to: a UPnP AV media renderer, by its description (UPnP Device Architecture 1.1, 2.3).
public struct Renderer: Hashable, Sendable, Identifiable {
    /// The unique device name, `uuid:…`.
    public let id: String
    /// As its owner calls it.
    public let name: String
    public let manufacturer: String
    public let model: String
    /// Where its description was found.
    public let location: String

    let transport: Service
    let rendering: Service?
    let connections: Service?

    /// One of the services of a device.
    struct Service: Hashable, Sendable {
        /// With its version, `urn:schemas-upnp-org:service:AVTransport:1`.
        var type: String
        /// Absolute.
        var control: String
        /// Where its events can be subscribed to; nil where it has none.
        var events: String?
    }
}

extension Renderer {
    /// - Parameter location: where the description came from; its addresses are relative to it, or to the URLBase within.
    init(_ description: [UInt8], location: String) throws(CastingError) {
        let root = try RendererMarkup.parse(description, from: location)
        guard let device = root.all("device").first(where: { Self.plays($0) }) else {
            throw .malformed("it describes no device that has an AVTransport service", at: location)
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

    /// A device on the network must not lead elsewhere than to a service of its own kind.
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
