// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxAds

/// The result of `windowbox ads`.
struct AdsReport {
    var address: String
    var markup: AdMarkup?
    /// The resolved ads; for a schedule, one entry per break.
    var resolved: [Resolved] = []
    var errors: [VASTError] = []
    var failure: Failure?

    struct Resolved {
        var ads: [ResolvedAd]
        var reserve: [VASTAd]
        var loads: [String]
        var reports: [(VASTErrorCode, [String])]
    }

    init(address: String) { self.address = address }

    private var isResolved: Bool { !resolved.isEmpty }

    mutating func resolve(_ markup: AdMarkup, from url: String, by source: AdSource) async {
        switch markup {
        case .vast(let document): await follow(.document(document, url: url), source)
        case .vmap(let schedule):
            for adBreak in schedule.breaks {
                var settings = AdResolution.Settings()
                settings.allowsMultipleAds = adBreak.source?.allowMultipleAds ?? true
                settings.followsWrappers = adBreak.source?.followRedirects ?? true
                switch adBreak.source?.content {
                case .vast(let document): await follow(.document(document, url: url), source, settings)
                case .tag(let tag, _): await follow(.begin(url: tag, referrer: url), source, settings)
                case .custom, nil: resolved.append(Resolved(ads: [], reserve: [], loads: [], reports: []))
                }
            }
        }
    }

    private mutating func follow(_ event: AdResolution.Event, _ source: AdSource, _ settings: AdResolution.Settings = .init()) async {
        var resolution = AdResolution(settings: settings)
        let (reports, loads) = await source.run(&resolution, event)
        errors += resolution.problems
        resolved.append(Resolved(ads: resolution.ads, reserve: resolution.reserve, loads: loads, reports: reports))
    }

    /// The report as JSON: the ads to play if resolved, or else all ads in the document.
    var json: JSONTree {
        var (kind, version): (String?, String?)
        var ads: [VASTAd] = []
        var (errorURLs, problems): ([String], [VASTError]) = ([], [])
        var breaks: [JSONTree] = []
        var extensions: [VASTExtension] = []
        switch markup {
        case .vast(let document):
            (kind, version, ads) = ("vast", document.version, document.ads)
            (errorURLs, problems) = (document.errors, document.problems)
        case .vmap(let schedule):
            (kind, version, problems, extensions) = ("vmap", schedule.version, schedule.problems, schedule.extensions)
            for (index, adBreak) in schedule.breaks.enumerated() {
                let own = isResolved ? resolved[index].ads.map { $0.ad } : adBreak.embeddedAds
                ads += own
                breaks.append(adBreak.json(ads: own))
            }
        case nil: break
        }
        if isResolved { ads = resolved.flatMap { $0.ads.map { $0.ad } } }
        var wrappers: [JSONTree]?
        if isResolved {
            wrappers = resolved.flatMap(\.ads).map { ad in
                .array(ad.wrappers.map { .record(["id": $0.id, "system": $0.system, "tagURI": $0.wrapper?.tagURI]) })
            }
        }
        return .record([
            "address": address, "document": kind, "version": version, "ads": ads, "breaks": breaks,
            "errors": problems + errors, "errorURLs": errorURLs, "extensions": extensions,
            "wrappers": wrappers,
            "reserve": isResolved ? resolved.flatMap(\.reserve).map { $0.id ?? "" } : nil,
            "requests": isResolved ? resolved.flatMap(\.loads) : nil,
            "reports": isResolved
                ? resolved.flatMap(\.reports).map { JSONTree.record(["code": $0.0.number, "urls": $0.1]) } : nil,
        ])
    }
}

extension VMAPBreak {
    var embeddedAds: [VASTAd] { if case .vast(let document) = source?.content { document.ads } else { [] } }
}
