// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Decodes the packets of CEA-708 (DTVCC, CTA-708-E 5 and 6): up to 63 services, of which the first is the main language's.
///
/// Cues show what a decoder's windows showed, from one change to the next. Each is in a region that is the window it stands in.
public struct CEA708Decoder: Sendable {
    /// A cue, the service it was sent in, and its region, whose id is that of ``Cue/region``.
    public struct ServiceCue: Hashable, Sendable {
        /// 1 to 63.
        public var service: Int
        public var cue: Cue
        public var region: CaptionRegion
    }

    private var packet: [UInt8] = []
    /// Of the packet being received; 0 while there is none.
    private var size = 0
    private var sequence: UInt8?
    private var services: [Int: CEA708Service] = [:]
    private var names = CEA708RegionNames()

    public init() {}

    /// The services, 1 to 63, that anything was received of, in their order.
    public var usedServices: [Int] { services.keys.sorted() }

    /// The cues that two bytes end.
    ///
    /// - Parameters:
    ///   - first: The first byte.
    ///   - second: The second byte.
    ///   - isStart: Whether a packet begins with them (`cc_type` 3), or they carry one on (`cc_type` 2).
    ///   - time: When their picture is shown.
    public mutating func decode(_ first: UInt8, _ second: UInt8, isStart: Bool, at time: MediaTime) -> [ServiceCue] {
        var cues: [ServiceCue] = []
        if isStart {
            // What is there of a packet that was cut off is in whole blocks.
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
        // The header is a byte of the packet itself.
        if packet.count + 1 >= size { cues += readPacket(at: time) }
        return cues
    }

    /// Lets the delays pass that end by then; for each picture, also those without captions.
    public mutating func advance(to time: MediaTime) -> [ServiceCue] {
        services.keys.sorted().flatMap { number in
            cues(services[number]?.advance(to: time) ?? [], number)
        }
    }

    /// The cues that are still shown, which end here.
    public mutating func finish(at time: MediaTime) -> [ServiceCue] {
        let last = packet.isEmpty ? [] : readPacket(at: time)
        return last + reset(at: time)
    }

    /// Packets come again, behind a time in which none of this sender's came and nothing was shown; they go on from those before it.
    mutating func goOn(at time: MediaTime, after last: MediaTime) {
        for number in services.keys { services[number]?.goOn(at: time, after: last) }
    }

    /// What is seen of a service now: cues that nothing has ended yet.
    public mutating func shown(service: Int, at time: MediaTime) -> [ServiceCue] { cues(services[service]?.shown(at: time) ?? [], service) }

    private mutating func reset(at time: MediaTime) -> [ServiceCue] {
        services.keys.sorted().flatMap { number in cues(services[number]?.reset(at: time) ?? [], number) }
    }

    /// A packet that is missing leaves windows as nobody meant them: all services begin anew (CTA-708-E 5).
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
            // The null block fills what is left of a packet.
            guard number > 0, index + length <= count else { break }
            if length > 0 {
                let ended = services[number, default: CEA708Service()].receive(bytes[index..<index + length], at: time)
                cues += self.cues(ended, number)
            }
            index += length
        }
        return cues
    }

    private mutating func cues(_ shown: [CEA708Shown], _ service: Int) -> [ServiceCue] {
        shown.compactMap { shown in
            guard var (cue, region) = shown.window.cue(from: shown.start, to: shown.end) else { return nil }
            region.id = names.name(of: region, service: service)
            cue.region = region.id
            return ServiceCue(service: service, cue: cue, region: region)
        }
    }
}

/// Gives regions that lie and look the same the same id.
struct CEA708RegionNames: Hashable, Sendable {
    private var names: [CaptionRegion: String] = [:]
    private var count = 0

    /// Windows are few; what makes new ones without end begins anew, with other ids.
    private static let most = 1000

    mutating func name(of region: CaptionRegion, service: Int) -> String {
        var key = region
        key.id = "service\(service)"
        if let known = names[key] { return known }
        if names.count >= Self.most { names = [:] }
        count += 1
        let name = "service\(service)-window\(count)"
        names[key] = name
        return name
    }
}
