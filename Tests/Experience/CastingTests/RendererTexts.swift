// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// The messages of renderers, written for these tests.
enum RendererTexts {
    static func description(name: String = "Screen", base: String = "") -> String {
        func service(_ name: String) -> String {
            "<service><serviceType>urn:schemas-upnp-org:service:\(name):1</serviceType>"
                + "<serviceId>urn:upnp-org:serviceId:\(name)</serviceId><controlURL>/control/\(name)</controlURL>"
                + "<eventSubURL>/events/\(name)</eventSubURL></service>"
        }
        return "<?xml version=\"1.0\"?><root xmlns=\"urn:schemas-upnp-org:device-1-0\">\(base)<device>"
            + "<deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType><friendlyName>\(name)</friendlyName>"
            + "<manufacturer>Nobody</manufacturer><modelName>None</modelName><UDN>uuid:scripted</UDN><serviceList>"
            + service("RenderingControl") + service("ConnectionManager") + service("AVTransport") + "</serviceList></device></root>"
    }

    static func answer(_ action: String, _ values: [(String, String)] = []) -> String {
        envelope(
            "<u:\(action)Response xmlns:u=\"urn:x\">" + values.map { "<\($0.0)>\($0.1)</\($0.0)>" }.joined() + "</u:\(action)Response>")
    }

    /// A renderer's event when its transport state changes.
    static func event(_ transport: String) -> [UInt8] {
        let change =
            "<Event xmlns=\"urn:schemas-upnp-org:metadata-1-0/AVT/\"><InstanceID val=\"0\"><TransportState val=\"\(transport)\"/>"
            + "</InstanceID></Event>"
        return Array(
            ("<?xml version=\"1.0\"?><e:propertyset xmlns:e=\"urn:schemas-upnp-org:event-1-0\"><e:property><LastChange>"
                + change.escapedForMarkup + "</LastChange></e:property></e:propertyset>").utf8)
    }

    static func fault(_ code: Int, _ words: String) -> String {
        envelope(
            "<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail><UPnPError>"
                + "<errorCode>\(code)</errorCode><errorDescription>\(words)</errorDescription></UPnPError></detail></s:Fault>")
    }

    private static func envelope(_ body: String) -> String {
        "<?xml version=\"1.0\"?><s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>\(body)</s:Body></s:Envelope>"
    }
}
