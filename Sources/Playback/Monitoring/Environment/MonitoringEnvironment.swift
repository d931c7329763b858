// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxTransport

/// The playback environment, sent to the service at the start of each session. nil fields are omitted.
public struct MonitoringEnvironment: Hashable, Sendable, Encodable {
    /// The application that plays.
    public struct Application: Hashable, Sendable, Encodable {
        /// Its identifier, such as `org.example.Player`.
        public var id: String
        /// Its version for display, such as `1.2.0`.
        public var version: String

        public init(id: String, version: String) {
            self.id = id
            self.version = version
        }
    }

    /// The machine that it runs on.
    public struct Device: Hashable, Sendable, Encodable {
        /// The kinds of devices, as the service names them.
        public enum Kind: String, Hashable, Sendable, Encodable {
            /// A telephone.
            case phone = "Phone"
            /// A tablet computer.
            case tablet = "Tablet"
            /// A television set or a set-top box.
            case television = "TV"
            /// A headset for virtual reality.
            case headset = "Headset"
            /// A desktop computer or a laptop.
            case computer = "Computer"
        }

        /// The application's ID for this installation. No identifier of the machine is read automatically.
        public var id: String?
        /// The name of the model for display; nil if unknown.
        public var model: String?
        /// The kind of device; nil if unknown.
        public var type: Kind?

        public init(id: String? = nil, model: String? = nil, type: Kind? = nil) {
            self.id = id
            self.model = model
            self.type = type
        }
    }

    /// The operating system of the device.
    public struct OperatingSystem: Hashable, Sendable, Encodable {
        /// Its name, such as `Debian GNU/Linux`.
        public var name: String
        /// Its version; nil if unknown.
        public var version: String?

        public init(name: String, version: String? = nil) {
            self.name = name
            self.version = version
        }
    }

    /// The size of the screen.
    public struct Screen: Hashable, Sendable, Encodable {
        /// Pixels.
        public var width: Int
        /// Pixels.
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The software that plays.
    public struct PlayerSoftware: Hashable, Sendable, Encodable {
        /// Its name.
        public var name: String
        /// The platform that it was built for.
        public var platform: String
        /// Its version; nil if unknown.
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

    /// The application that plays.
    public var application: Application
    /// The machine; by default a computer without an identifier.
    public var device: Device
    /// The operating system; by default the one of this machine.
    public var os: OperatingSystem
    /// The screen's size; nil if unknown.
    public var screen: Screen?
    /// The player software; by default this player.
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
