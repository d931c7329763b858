// SPDX-License-Identifier: Apache-2.0

/// Somewhere that sound can be heard: loudspeakers, headphones, a screen.
public struct AudioDevice: Hashable, Sendable, Identifiable {
    /// Stays the same when the device comes back.
    public let id: String
    /// For people, as the system names it.
    public let name: String
    /// Sound goes there where nothing else is said.
    public let isDefault: Bool

    public init(id: String, name: String, isDefault: Bool = false) {
        self.id = id
        self.name = name
        self.isDefault = isDefault
    }
}

/// Where an output's sound goes.
public struct AudioDestination: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// A device of this machine.
        case device
        /// The output itself, such as a file.
        case output
        /// A renderer elsewhere in the network.
        case elsewhere
        /// Nobody hears it: playing goes by the clock alone.
        case nowhere
    }

    public let kind: Kind
    /// Of ``Kind/device``; nil while it isn't known.
    public let device: AudioDevice.ID?
    /// For ``Kind/nowhere``: why it can't be heard. Nil where nothing else was asked for.
    public let reason: String?

    private init(_ kind: Kind, device: AudioDevice.ID? = nil, reason: String? = nil) {
        self.kind = kind
        self.device = device
        self.reason = reason
    }

    public static func device(_ id: AudioDevice.ID?) -> Self { Self(.device, device: id) }
    public static let output = Self(.output)
    public static let elsewhere = Self(.elsewhere)
    public static func nowhere(_ reason: String? = nil) -> Self { Self(.nowhere, reason: reason) }
}

extension AudioDestination: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .device: device ?? "the default audio device"
        case .output: "the output of the application"
        case .elsewhere: "a renderer in the network"
        case .nowhere: "nowhere" + (reason.map { ": \($0)" } ?? "")
        }
    }
}

/// What an output of sound tells by itself.
public enum AudioOutputEvent: Hashable, Sendable {
    /// Something else is to be heard alone for a while, such as a call.
    case interrupted
    /// The interruption is over.
    case interruptionEnded
    /// The device that sound went to is gone. The next sound goes elsewhere: to the device named, nil for the default one.
    case deviceLost(movedTo: String?)
}

/// An output whose sound can be sent to one device or another.
public protocol AudioDeviceChoosing: AudioOutput {
    /// Those that are there now.
    /// - Throws: when the sound server is gone.
    func devices() throws(SoundServerError) -> [AudioDevice]
    /// Where sound goes now; nil where that is not known.
    var device: AudioDevice.ID? { get }
    /// Sends the sound elsewhere, while it plays too.
    /// - Parameter device: nil is the default one.
    /// - Throws: when there is no such device.
    func use(_ device: AudioDevice.ID?) throws(SoundServerError)
}

extension AudioDeviceChoosing {
    public var destination: AudioDestination { .device(device) }
}

/// What sound is for, as sound servers know it: they may let one wait for another, or play it elsewhere.
public struct AudioRole: Hashable, Sendable {
    /// PulseAudio's `media.role`.
    public let name: String
    public init(_ name: String) { self.name = name }

    public static let video = AudioRole("video")
    public static let music = AudioRole("music")
    public static let game = AudioRole("game")
    public static let notification = AudioRole("event")
}
