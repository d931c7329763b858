// SPDX-License-Identifier: Apache-2.0

/// A device that plays audio: loudspeakers, headphones, a screen.
public struct AudioDevice: Hashable, Sendable, Identifiable {
    /// Stays the same when the device is reconnected.
    public let id: String
    /// The system's display name.
    public let name: String
    /// Whether audio goes to this device when no other is chosen.
    public let isDefault: Bool

    public init(id: String, name: String, isDefault: Bool = false) {
        self.id = id
        self.name = name
        self.isDefault = isDefault
    }
}

/// Where an output's audio goes.
public struct AudioDestination: Hashable, Sendable {
    /// The kinds of places that audio goes to.
    public enum Kind: Hashable, Sendable {
        /// A device of this machine.
        case device
        /// The output itself, such as a file.
        case output
        /// A renderer elsewhere in the network.
        case elsewhere
        /// Audio is not played. The engine's clock alone sets the pace.
        case nowhere
    }

    /// The kind of place; ``device`` and ``reason`` belong to one kind each.
    public let kind: Kind
    /// The device of ``Kind/device``; nil while unknown.
    public let device: AudioDevice.ID?
    /// For ``Kind/nowhere``: why audio can't be heard. nil when silence was chosen.
    public let reason: String?

    private init(_ kind: Kind, device: AudioDevice.ID? = nil, reason: String? = nil) {
        self.kind = kind
        self.device = device
        self.reason = reason
    }

    /// A device of this machine; nil while it is unknown which one.
    public static func device(_ id: AudioDevice.ID?) -> Self { Self(.device, device: id) }
    /// The output itself, such as a file.
    public static let output = Self(.output)
    /// A renderer elsewhere in the network.
    public static let elsewhere = Self(.elsewhere)
    /// Audio isn't heard, for this reason; nil if silence was chosen.
    public static func nowhere(_ reason: String? = nil) -> Self { Self(.nowhere, reason: reason) }
}

extension AudioDestination: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .device: device ?? "the default audio device"
        case .output: "the application's output"
        case .elsewhere: "a network renderer"
        case .nowhere: "nowhere" + (reason.map { ": \($0)" } ?? "")
        }
    }
}

/// An event that an audio output reports unprompted.
public enum AudioOutputEvent: Hashable, Sendable {
    /// Another application takes over the audio for a while, such as a call.
    case interrupted
    /// The interruption is over.
    case interruptionEnded
    /// The device in use was removed. Audio now goes to the named device; nil is the default device.
    case deviceLost(movedTo: String?)
}

/// An output whose device can be chosen.
public protocol AudioDeviceChoosing: AudioOutput {
    /// The devices available now.
    /// - Throws: when the connection to the sound server was lost.
    func devices() throws(SoundServerError) -> [AudioDevice]
    /// The device in use; nil when unknown.
    var device: AudioDevice.ID? { get }
    /// Switches to another device, also during playback.
    /// - Parameter device: nil is the default one.
    /// - Throws: when there is no such device.
    func use(_ device: AudioDevice.ID?) throws(SoundServerError)
}

extension AudioDeviceChoosing {
    public var destination: AudioDestination { .device(device) }
}

/// What the audio is for. Sound servers use it to let one stream wait for another, or to choose a device.
public struct AudioRole: Hashable, Sendable {
    /// PulseAudio's `media.role`.
    public let name: String
    public init(_ name: String) { self.name = name }

    /// The audio of a video.
    public static let video = AudioRole("video")
    /// Music without video.
    public static let music = AudioRole("music")
    /// The sounds of a game.
    public static let game = AudioRole("game")
    /// A short sound for an event, which sound servers may play over others.
    public static let notification = AudioRole("event")
}
