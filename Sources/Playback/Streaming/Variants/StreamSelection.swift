// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// What may be loaded, and what was chosen of it: by the user, by limits, by servers, and by what failed.
struct StreamSelection: Sendable {
    struct Wishes: Sendable {
        /// BCP 47, most wanted first.
        var audioLanguages: [String]
        var subtitleLanguages: [String]
        var audioChannels: Int?
    }

    private(set) var catalogue = Catalogue()
    /// The content steering pathway in use.
    private(set) var pathway = "."
    /// The pathways in the order that the steering server prefers; empty without content steering.
    private(set) var pathwayPriority: [String] = []
    private(set) var limits: QualityLimits
    /// The variant that the user keeps to.
    private(set) var lockedVariant: Int?
    private(set) var chosenAudio: Int?
    private(set) var chosenSubtitles: Int?
    /// The user has chosen subtitles, or none.
    private(set) var hasChosenSubtitles = false
    private var serverLimit: ServerLimit?
    /// What failed and is not used for a while.
    var exclusions: ExclusionList
    private let wishes: Wishes

    init(_ configuration: StreamingConfiguration) {
        limits = configuration.limits
        exclusions = ExclusionList(memory: configuration.recovery.failureMemory)
        wishes = Wishes(
            audioLanguages: configuration.audioLanguages, subtitleLanguages: configuration.subtitleLanguages,
            audioChannels: configuration.audioChannels)
    }

    // MARK: Choices

    /// Takes the streams that the first playlist lists.
    /// - Parameter pathway: the one to begin with; the first of the catalogue when it has no such pathway.
    mutating func begin(_ catalogue: Catalogue, pathway: String? = nil) {
        self.catalogue = catalogue
        if let first = catalogue.pathways.first {
            self.pathway = pathway.flatMap { catalogue.pathways.contains($0) ? $0 : nil } ?? first
        }
    }

    mutating func move(toPathway next: String) { pathway = next }
    mutating func prefer(pathways: [String]) { pathwayPriority = pathways }
    /// Adds a pathway that the steering server makes from another one. False when it makes none, or there are many already.
    mutating func add(_ clone: SteeringManifest.Clone) -> Bool { catalogue.pathways.count < 64 && catalogue.add(clone) }
    mutating func limit(_ limits: QualityLimits) { self.limits = limits }
    mutating func lock(_ variant: Int?) { lockedVariant = variant }
    mutating func choose(audio: Int?) { chosenAudio = audio }
    mutating func choose(subtitles: Int?) {
        chosenSubtitles = subtitles
        hasChosenSubtitles = true
    }

    /// Chooses subtitles by language when the user has made no choice.
    mutating func chooseSubtitles(sound stream: Int) {
        if !hasChosenSubtitles { chosenSubtitles = defaultSubtitles(sound: stream) }
    }

    /// Never chooses a variant again, because its segments can't be decoded.
    mutating func exclude(_ variant: Int, because reason: String) {
        catalogue.exclude(variant, Presentation.Exclusion(.undecodable, reason: reason))
    }

    /// Something came from an address: its server and pathway have no failures in a row any more.
    mutating func succeeded(_ url: String) {
        exclusions.succeeded(.host(originText(url)))
        exclusions.succeeded(.pathway(pathway))
    }

    // MARK: What may be used

    /// The levels the user's limits allow; nil without levels.
    func allowedLevels(_ grid: QualityGrid, at now: Instant) -> ClosedRange<Int>? {
        guard !grid.variants.isEmpty else { return nil }
        if let lockedVariant, let level = grid.level(of: lockedVariant) { return level...level }
        var highest = 0
        for (level, variant) in grid.variants.enumerated()
        where Catalogue.fits(catalogue.variants[variant].description, limits) && isUsable(variant, at: now)
            && isSuggested(catalogue.variants[variant].description, at: now)
        { highest = level }
        return 0...highest
    }

    /// The variant of a level, or the nearest lower one that is in use, or any.
    func permitted(_ level: Int, in grid: QualityGrid, at now: Instant) -> Int {
        var candidate = level
        while candidate > 0,
            !isUsable(grid.variants[candidate], at: now)
                || !Catalogue.fits(catalogue.variants[grid.variants[candidate]].description, limits)
        {
            candidate -= 1
        }
        if isUsable(grid.variants[candidate], at: now) { return grid.variants[candidate] }
        for variant in grid.variants where isUsable(variant, at: now) { return variant }
        return grid.variants[level]
    }

    /// Not excluded, and to be had on the present pathway.
    func isUsable(_ variant: Int, at now: Instant) -> Bool {
        let entry = catalogue.variants[variant]
        guard entry.description.excluded == nil, let source = entry.source(pathway) else { return false }
        return !exclusions.isExcluded(.variant(variant), at: now) && !exclusions.isExcluded(.playlist(source.url), at: now)
    }

    /// The address of a content type's stream on the present pathway; nil when its samples are inside the main content type's segments.
    func url(_ contentType: ContentType, stream: Int, variant: Int) -> String? {
        guard variant < catalogue.variants.count else { return nil }
        let entry = catalogue.variants[variant]
        let source = entry.source(pathway) ?? entry.sources[0]
        switch contentType {
        case .main: return source.url
        case .audio:
            guard let group = source.audioGroup, stream < catalogue.audio.count else { return nil }
            return catalogue.audio[stream].source(group: group, pathway: source.pathway)?.url
        case .subtitles:
            guard let group = source.subtitlesGroup, stream < catalogue.subtitles.count else { return nil }
            return catalogue.subtitles[stream].source(group: group, pathway: source.pathway)?.url
        }
    }

    /// The rendition the author and the languages wanted point to.
    func defaultAudio(_ variant: Int) -> Int? {
        if let chosenAudio, chosenAudio < catalogue.audio.count { return chosenAudio }
        let entry = catalogue.variants[variant]
        guard let group = (entry.source(pathway) ?? entry.sources[0]).audioGroup else { return nil }
        return catalogue.preferredAudio(
            group, pathway: pathway, languages: wishes.audioLanguages, channels: wishes.audioChannels)
    }

    /// Subtitles by wanted language, else forced ones in the language of the sound.
    func defaultSubtitles(sound stream: Int) -> Int? {
        let sound = stream < catalogue.audio.count ? catalogue.audio[stream].description.language : nil
        return catalogue.preferredSubtitles(languages: wishes.subtitleLanguages, sound: sound)
    }

    /// Within what the server suggests; a suggestion that is not repeated is forgotten.
    func isSuggested(_ variant: Presentation.Variant, at now: Instant) -> Bool {
        guard let limit = serverLimit, now < limit.until else { return true }
        return Double(variant.bandwidth) <= limit.bitrate
    }

    struct ServerLimit: Hashable, Sendable {
        /// Seconds.
        static let lifetime = 60.0
        /// Bit/s.
        var bitrate: Double
        var until: Instant
    }

    /// Remembers a server's upper bound of bit/s. True when it differs from the one before.
    mutating func suggest(bitrate: Double, at now: Instant) -> Bool {
        let isNew = serverLimit?.bitrate != bitrate
        serverLimit = ServerLimit(bitrate: bitrate, until: now + ServerLimit.lifetime)
        return isNew
    }

    func variantText(_ index: Int) -> String {
        guard index < catalogue.variants.count else { return "variant " + String(index) }
        let variant = catalogue.variants[index].description
        var text = "variant " + String(index)
        if let size = variant.size { text += " " + String(size.width) + "x" + String(size.height) }
        if variant.bandwidth > 0 { text += " " + rateText(Double(variant.bandwidth)) }
        return text
    }
}
