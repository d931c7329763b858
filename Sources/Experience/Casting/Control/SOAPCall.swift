// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// An action of a UPnP service with its arguments (UPnP Device Architecture 1.1, 3.2).
struct SOAPCall: Hashable, Sendable {
    var service: Renderer.Service
    var action: String
    /// In the order declared by the service, which some renderers require.
    var arguments: [Argument]

    struct Argument: Hashable, Sendable {
        var name: String
        var value: String
    }

    init(_ service: Renderer.Service, _ action: String, _ arguments: [(String, String)] = []) {
        self.service = service
        self.action = action
        self.arguments = arguments.map { Argument(name: $0.0, value: $0.1) }
    }

    /// The SOAPACTION header, including quotation marks.
    var header: String { "\"\(service.type)#\(action)\"" }

    var body: [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        text += "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
        text += " s:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\"><s:Body>"
        text += "<u:\(action) xmlns:u=\"\(service.type.escapedForAttribute)\">"
        for argument in arguments { text += "<\(argument.name)>\(argument.value.escapedForMarkup)</\(argument.name)>" }
        return Array((text + "</u:\(action)></s:Body></s:Envelope>\n").utf8)
    }

    /// The values of the response, by name.
    ///
    /// - Throws: ``CastingError/Code/refused`` or ``CastingError/Code/unplayable`` for a fault, ``CastingError/Code/malformed``.
    func values(status: Int, _ bytes: [UInt8]) throws(CastingError) -> [String: String] {
        let address = service.control
        if status != 200 && status != 500 { throw .refused(action, status: status, reason: "HTTP", at: address) }
        let root = try RendererMarkup.parse(bytes, from: address)
        if let fault = root.find("Fault") {
            let number = fault.find("errorCode").flatMap { Int($0.text) } ?? 501
            let reason = fault.find("errorDescription")?.text ?? fault.find("faultstring")?.text ?? ""
            throw .refused(action, status: number, reason: reason, at: address)
        }
        guard let response = root.find(action + "Response") else { throw .malformed("it isn't a response to \(action)", at: address) }
        return Dictionary(response.children.map { ($0.name, $0.text) }) { first, _ in first }
    }
}
