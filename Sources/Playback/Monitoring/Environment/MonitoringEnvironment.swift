// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxTransport

/// The playback environment, sent to the service at the start of each session. nil fields are omitted.
public struct MonitoringEnvironment: Hashable, Sendable, Encodable {
    public struct Application: Hashable, Sendable, Encodable {
        public var id: String
        public var version: String

        public init(id: String, version: String) {
            self.id = id
            self.version = version
        }
    }

    public struct Device: Hashable, Sendable, Encodable {
        public enum Kind: String, Hashable, Sendable, Encodable {
            case phone = "Phone"
            case tablet = "Tablet"
            case television = "TV"
            case headset = "Headset"
            case computer = "Computer"
        }

        /// The application's ID for this installation. No identifier of the machine is read automatically.
        public var id: String?
        public var model: String?
        public var type: Kind?

        public init(id: String? = nil, model: String? = nil, type: Kind? = nil) {
            self.id = id
            self.model = model
            self.type = type
        }
    }

    public struct OperatingSystem: Hashable, Sendable, Encodable {
        public var name: String
        public var version: String?

        public init(name: String, version: String? = nil) {
            self.name = name
            self.version = version
        }
    }

    public struct Screen: Hashable, Sendable, Encodable {
        /// Pixels.
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    public struct PlayerSoftware: Hashable, Sendable, Encodable {
        public var name: String
        public var platform: String
        public var version: String?
        /// The language of the user interface, BCP 47.
        public var language: String?

        public init(name: String, platform: String, version: String? = nil, language: String? = nil) {
            self.name = name
            self.platform = platform
            self.version = version
            self.language = language
        }

        /// This player, with the name that it also sends to servers.
        public static func windowbox(language: String? = nil) -> PlayerSoftware {
            let agent = HTTPTransport.Configuration().userAgent.split(separator: "/", maxSplits: 1)
            return PlayerSoftware(
                name: String(agent.first ?? "Windowbox"), platform: "Linux", version: agent.count > 1 ? String(agent[1]) : nil,
                language: language)
        }
    }

    public var application: Application
    public var device: Device
    public var os: OperatingSystem
    public var screen: Screen?
    public var player: PlayerSoftware

    public init(
        application: Application, device: Device = Device(type: .computer), os: OperatingSystem = .ofThisMachine(), screen: Screen? = nil,
        player: PlayerSoftware = .windowbox()
    ) {
        self.application = application
        self.device = device
        self.os = os
        self.screen = screen
        self.player = player
    }
}

extension MonitoringEnvironment.OperatingSystem {
    /// From the system's release file (os-release(5)); just "Linux" without one.
    public static func ofThisMachine() -> MonitoringEnvironment.OperatingSystem {
        let text = ["/etc/os-release", "/usr/lib/os-release"].lazy
            .compactMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) }.first.map { String(decoding: $0, as: UTF8.self) }
        return MonitoringEnvironment.OperatingSystem(release: text ?? "")
    }

    /// - Parameter text: the content of an os-release file.
    init(release text: String) {
        var fields: [Substring: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            var value = parts[1][...]
            if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
                value = value.dropFirst().dropLast()
            }
            fields[parts[0]] = String(value)
        }
        self.init(name: fields["NAME"] ?? "Linux", version: fields["VERSION_ID"])
    }
}
