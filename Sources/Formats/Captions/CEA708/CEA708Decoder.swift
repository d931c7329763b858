// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Decodes CEA-708 packets (DTVCC, CTA-708-E 5 and 6): up to 63 services, the first in the primary language.
///
/// Cues reproduce a decoder's windows from one change to the next. Each cue's region is its window.
public struct CEA708Decoder: Sendable {
    /// A cue, its service, and its region, whose id is ``Cue/region``.
    public struct ServiceCue: Hashable, Sendable {
        /// 1 to 63.
        public var service: Int
        /// A complete cue, positioned in ``region``.
        public var cue: Cue
        /// The window that the cue is in.
        public var region: CaptionRegion
    }

    private var packet: [UInt8] = []
    /// The size in bytes of the packet being received; 0 when there is none.
    private var size = 0
    private var sequence: UInt8?
    private var services: [Int: CEA708Service] = [:]
    private var names = CEA708RegionNames()

    public init() {}

    /// The services, 1 to 63, for which data was received, sorted.
    public var usedServices: [Int] { services.keys.sorted() }

    /// Decodes two bytes and returns the cues they end.
    ///
    /// - Parameters:
    ///   - first: The first byte.
    ///   - second: The second byte.
    ///   - isStart: Whether the bytes start a packet (`cc_type` 3) rather than continue one (`cc_type` 2).
    ///   - time: The presentation time of the frame that carries them.
    public mutating func decode(_ first: UInt8, _ second: UInt8, isStart: Bool, at time: MediaTime) -> [ServiceCue] {
        var cues: [ServiceCue] = []
        if isStart {
            // A truncated packet still holds complete service blocks.
            if !packet.isEmpty { cues += readPacket(at: time) }
            let code = Int(first & 0x3F)
            size = code == 0 ? 128 : code * 2
            cues += follow(first >> 6, at: time)
            packet = [second]
        } else {
            guard size > 0 else { return [] }
            packet.append(first)
            packet.append(second)
        }
        // The size includes the packet header.
        if packet.count + 1 >= size { cues += readPacket(at: time) }
        return cues
    }

    /// Runs delayed commands that are due by `time`. Call it for every frame, including frames without captions.
    public mutating func advance(to time: MediaTime) -> [ServiceCue] {
        services.keys.sorted().flatMap { number in
            cues(services[number]?.advance(to: time) ?? [], number)
        }
    }

    /// Ends all displayed cues at `time` and returns them.
    public mutating func finish(at time: MediaTime) -> [ServiceCue] {
        let last = packet.isEmpty ? [] : readPacket(at: time)
        return last + reset(at: time)
    }

    /// Resumes decoding at `time`, after a gap without this sender's data. Decoder state carries over.
    mutating func proceed(at time: MediaTime, after last: MediaTime) {
        for number in services.keys { services[number]?.proceed(at: time, after: last) }
    }

    /// The cues that a service displays at `time` and that nothing has ended yet.
    public mutating func shown(service: Int, at time: MediaTime) -> [ServiceCue] { cues(services[service]?.shown(at: time) ?? [], service) }

    private mutating func reset(at time: MediaTime) -> [ServiceCue] {
        services.keys.sorted().flatMap { number in cues(services[number]?.reset(at: time) ?? [], number) }
    }

    /// A lost packet leaves windows in an undefined state, so all services are reset (CTA-708-E 5).
    private mutating func follow(_ number: UInt8, at time: MediaTime) -> [ServiceCue] {
        defer { sequence = number }
        guard let sequence, number != (sequence + 1) & 3 else { return [] }
        return reset(at: time)
    }

    private mutating func readPacket(at time: MediaTime) -> [ServiceCue] {
        let bytes = packet
        let count = min(bytes.count, max(0, size - 1))
        packet.removeAll(keepingCapacity: true)
        size = 0
        var cues: [ServiceCue] = []
        var index = 0
        while index < count {
            var number = Int(bytes[index] >> 5)
            let length = Int(bytes[index] & 0x1F)
            index += 1
            if number == 7, length > 0 {
                guard index < count else { break }
                number = Int(bytes[index] & 0x3F)
                index += 1
            }
            // The null block fills the rest of a packet.
            guard number > 0, index + length <= count else { break }
            if length > 0 {
                let ended = services[number, default: CEA708Service()].receive(bytes[index..<index + length], at: time)
                cues += self.cues(ended, number)
            }
            index += length
        }
        return cues
    }

    private mutating func cues(_ shown: [CEA708Display], _ service: Int) -> [ServiceCue] {
        shown.compactMap { shown in
            guard var (cue, region) = shown.window.cue(from: shown.start, to: shown.end) else { return nil }
            region.id = names.name(of: region, service: service)
            cue.region = region.id
            return ServiceCue(service: service, cue: cue, region: region)
        }
    }
}

/// Assigns the same id to regions with the same geometry and style.
struct CEA708RegionNames: Hashable, Sendable {
    private var names: [CaptionRegion: String] = [:]
    private var count = 0

    /// The maximum number of names kept. When a stream defines more windows, the table is cleared and new ids are assigned.
    private static let maximumNames = 1000

    mutating func name(of region: CaptionRegion, service: Int) -> String {
        var key = region
        key.id = "service\(service)"
        if let known = names[key] { return known }
        if names.count >= Self.maximumNames { names = [:] }
        count += 1
        let name = "service\(service)-window\(count)"
        names[key] = name
        return name
    }
}
