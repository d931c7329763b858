// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The available streams and the current selection: by the user, limits, servers and failures.
struct StreamSelection: Sendable {
    struct Preferences: Sendable {
        /// BCP 47, in order of preference.
        var audioLanguages: [String]
        var subtitleLanguages: [String]
        var audioChannels: Int?
    }

    private(set) var catalogue = StreamCatalogue()
    /// The content steering pathway in use.
    private(set) var pathway: String = "."
    /// The pathways in the steering server's order; empty without content steering.
    private(set) var pathwayPriority: [String] = []
    private(set) var limits: QualityLimits
    /// The variant locked by the user.
    private(set) var lockedVariant: Int?
    private(set) var chosenAudio: Int?
    private(set) var chosenSubtitles: Int?
    /// Whether the user has selected subtitles or turned them off.
    private(set) var hasChosenSubtitles = false
    private var serverLimit: ServerLimit?
    /// Sources that are temporarily excluded after failures.
    var exclusions: ExclusionList
    private let preferences: Preferences

    init(_ configuration: StreamingConfiguration) {
        limits = configuration.limits
        exclusions = ExclusionList(memory: configuration.recovery.failureMemory)
        preferences = Preferences(
            audioLanguages: configuration.audioLanguages, subtitleLanguages: configuration.subtitleLanguages,
            audioChannels: configuration.audioChannels)
    }

    // MARK: Choices

    /// Sets the streams of the first playlist.
    /// - Parameter pathway: the pathway to start with; the catalogue's first if it has no such pathway.
    mutating func begin(_ catalogue: StreamCatalogue, pathway: String? = nil) {
        self.catalogue = catalogue
        if let first = catalogue.pathways.first {
            self.pathway = pathway.flatMap { catalogue.pathways.contains($0) ? $0 : nil } ?? first
        }
    }

    mutating func move(toPathway next: String) { pathway = next }
    mutating func prefer(pathways: [String]) { pathwayPriority = pathways }
    /// Adds a pathway cloned by the steering server. Returns false if it can't be cloned or there are too many.
    mutating func add(_ clone: SteeringManifest.Clone) -> Bool { catalogue.pathways.count < 64 && catalogue.add(clone) }
    mutating func limit(_ limits: QualityLimits) { self.limits = limits }
    mutating func lock(_ variant: Int?) { lockedVariant = variant }
    mutating func choose(audio: Int?) { chosenAudio = audio }
    mutating func choose(subtitles: Int?) {
        chosenSubtitles = subtitles
        hasChosenSubtitles = true
    }

    /// Selects subtitles by language unless the user has made a selection.
    mutating func chooseSubtitles(audio stream: Int) {
        if !hasChosenSubtitles { chosenSubtitles = defaultSubtitles(audio: stream) }
    }

    /// Permanently excludes a variant whose segments can't be decoded.
    mutating func exclude(_ variant: Int, because reason: String) {
        catalogue.exclude(variant, Presentation.Exclusion(.undecodable, reason: reason))
    }

    /// A load from a URL succeeded: resets the failure counts of its host and pathway.
    mutating func succeeded(_ url: String) {
        exclusions.succeeded(.host(originText(url)))
        exclusions.succeeded(.pathway(pathway))
    }

    // MARK: Availability

    /// The levels that the limits and servers allow; nil if the window has no levels.
    func allowedLevels(_ window: SegmentWindow, at now: Instant) -> ClosedRange<Int>? {
        guard !window.variants.isEmpty else { return nil }
        if let lockedVariant, let level = window.level(of: lockedVariant) { return level...level }
        var highest = 0
        for (level, variant) in window.variants.enumerated()
        where StreamCatalogue.fits(catalogue.variants[variant].description, limits) && isUsable(variant, at: now)
            && isSuggested(catalogue.variants[variant].description, at: now)
        { highest = level }
        return 0...highest
    }

    /// The variant of a level, or the nearest lower usable one, or any.
    func permitted(_ level: Int, in window: SegmentWindow, at now: Instant) -> Int {
        var candidate = level
        while candidate > 0,
            !isUsable(window.variants[candidate], at: now)
                || !StreamCatalogue.fits(catalogue.variants[window.variants[candidate]].description, limits)
        {
            candidate -= 1
        }
        if isUsable(window.variants[candidate], at: now) { return window.variants[candidate] }
        for variant in window.variants where isUsable(variant, at: now) { return variant }
        return window.variants[level]
    }

    /// Whether a variant isn't excluded and is available on the current pathway.
    func isUsable(_ variant: Int, at now: Instant) -> Bool {
        let entry = catalogue.variants[variant]
        guard entry.description.excluded == nil, let source = entry.source(pathway) else { return false }
        return !exclusions.isExcluded(.variant(variant), at: now) && !exclusions.isExcluded(.playlist(source.url), at: now)
    }

    /// The URL of a content type's stream on the current pathway; nil if its samples are inside the main segments.
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

    /// The audio rendition chosen by the user, or by the author's default and the preferred languages.
    func defaultAudio(_ variant: Int) -> Int? {
        if let chosenAudio, chosenAudio < catalogue.audio.count { return chosenAudio }
        let entry = catalogue.variants[variant]
        guard let group = (entry.source(pathway) ?? entry.sources[0]).audioGroup else { return nil }
        return catalogue.preferredAudio(
            group, pathway: pathway, languages: preferences.audioLanguages, channels: preferences.audioChannels)
    }

    /// Subtitles by preferred language, else forced ones in the audio's language.
    func defaultSubtitles(audio stream: Int) -> Int? {
        let audio = stream < catalogue.audio.count ? catalogue.audio[stream].description.language : nil
        return catalogue.preferredSubtitles(languages: preferences.subtitleLanguages, audio: audio)
    }

    /// Whether a variant is within the server's suggestion; a suggestion that isn't repeated expires.
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

    /// Remembers a server's upper bound in bit/s. Returns true if it differs from the previous one.
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
