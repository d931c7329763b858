// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A report to a service, as JSON with keys in snake_case. Unknown values are omitted. Durations are in milliseconds.
struct MonitoringReport: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case start(StartData)
        case heartbeat(StatusData)
        case stop(StatusData)
        case error(ErrorData)
    }

    var sessionID: String
    /// Milliseconds since 1970.
    var timestamp: Int
    var content: Content

    var name: String {
        switch content {
        case .start: "START"
        case .heartbeat: "HEARTBEAT"
        case .stop: "STOP"
        case .error: "ERROR"
        }
    }

    /// Similar reports follow.
    var isRepeated: Bool { if case .heartbeat = content { true } else { false } }

    /// - Throws: the encoder's errors, which plain values do not cause.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}

extension MonitoringReport: Encodable {
    private enum Key: String, CodingKey { case version, sessionId, eventName, timestamp, data }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(1, forKey: .version)
        try fields.encode(sessionID, forKey: .sessionId)
        try fields.encode(name, forKey: .eventName)
        try fields.encode(timestamp, forKey: .timestamp)
        switch content {
        case .start(let data): try fields.encode(data, forKey: .data)
        case .heartbeat(let data), .stop(let data): try fields.encode(data, forKey: .data)
        case .error(let data): try fields.encode(data, forKey: .data)
        }
    }
}

struct StartData: Hashable, Sendable, Encodable {
    struct Media: Hashable, Sendable, Encodable {
        var assetUrl: String?
        var id: String?
        var metadataUrl: String?
    }
    /// What the user waited for, in milliseconds.
    struct ExperienceTimings: Hashable, Sendable, Encodable {
        var metadata: Int?
        var asset: Int?
        var total: Int?
    }
    /// The response times of services, in milliseconds.
    struct ServiceTimings: Hashable, Sendable, Encodable {
        var metadata: Int?
    }

    var environment: MonitoringEnvironment
    var media: Media
    var qoeTimings: ExperienceTimings
    var qosTimings: ServiceTimings

    private enum Key: String, CodingKey { case media, qoeTimings, qosTimings }

    func encode(to encoder: any Encoder) throws {
        try environment.encode(to: encoder)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(media, forKey: .media)
        try fields.encode(qoeTimings, forKey: .qoeTimings)
        try fields.encode(qosTimings, forKey: .qosTimings)
    }
}

struct StatusData: Hashable, Sendable, Encodable {
    struct Stall: Hashable, Sendable, Encodable {
        var count: Int
        var duration: Int
    }

    var audio: String?
    /// The network's measured bit/s.
    var bandwidth: Int?
    /// Bit/s of the variant being loaded, as declared by the stream.
    var bitrate: Int?
    var bufferedDuration: Int?
    var duration: Int?
    var frameDrops: Int?
    var playbackDuration: Int
    var position: Int?
    var positionTimestamp: Int?
    var stall: Stall
    var streamType: String?
    var subtitles: String?
    var url: String?
}

struct ErrorData: Hashable, Sendable, Encodable {
    var audio: String?
    var message: String
    var name: String
    var position: Int?
    var positionTimestamp: Int?
    var subtitles: String?
    var url: String?
    var vpn: Bool?
}
