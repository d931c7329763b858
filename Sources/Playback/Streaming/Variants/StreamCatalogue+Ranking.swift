// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamCatalogue {
    /// Sorts the playable variants by bit rate and finds the family to start with.
    ///
    /// Audio-only variants are kept only if there is nothing else.
    mutating func rank() {
        var playable: [Int] = []
        for (index, entry) in variants.enumerated() where entry.description.excluded == nil { playable.append(index) }
        if playable.contains(where: { !variants[$0].isAudioOnly }) { playable.removeAll { variants[$0].isAudioOnly } }
        var families: [Family: Int] = [:]
        for index in playable { families[Family(variants[index]), default: 0] += 1 }
        var largest = 0
        for index in playable {
            let count = families[Family(variants[index])] ?? 0
            if count > largest {
                largest = count
                startModel = index
            }
        }
        playable.sort { left, right in
            let a = variants[left].description.bandwidth, b = variants[right].description.bandwidth
            return a == b ? left < right : a < b
        }
        ladder = playable
    }

    /// Properties that a variant switch should keep as long as there is a choice.
    struct Family: Hashable {
        var video: String
        var audio: String
        var range: String
        init(_ entry: VariantEntry) {
            video = entry.videoFamily
            audio = entry.audioFamily
            range = entry.videoRange
        }
    }

    /// The variants among which ABR may switch freely: same codec families and video range, within the limits. Always contains at least the
    /// lowest one.
    func rungs(like current: Int?, limits: QualityLimits) -> [Int] {
        guard let first = ladder.first else { return [] }
        let model = variants[current ?? startModel ?? first]
        var alike: [Int] = []
        for index in ladder {
            let entry = variants[index]
            let sameAudio = entry.audioFamily.isEmpty || model.audioFamily.isEmpty || entry.audioFamily == model.audioFamily
            let samePicture = entry.videoFamily.isEmpty || model.videoFamily.isEmpty || entry.videoFamily == model.videoFamily
            if sameAudio, samePicture, entry.videoRange == model.videoRange { alike.append(index) }
        }
        if alike.isEmpty { alike = [first] }
        var allowed: [Int] = []
        for index in alike where Self.fits(variants[index].description, limits) && !isOutdone(index, among: alike, limits) {
            allowed.append(index)
        }
        return allowed.isEmpty ? [smallest(alike)] : allowed
    }

    /// Whether another variant needs no more bits and has a higher SCORE.
    private func isOutdone(_ index: Int, among candidates: [Int], _ limits: QualityLimits) -> Bool {
        guard let score = variants[index].score else { return false }
        for other in candidates where variants[other].description.bandwidth <= variants[index].description.bandwidth {
            if let better = variants[other].score, better > score, Self.fits(variants[other].description, limits) { return true }
        }
        return false
    }

    static func fits(_ variant: Presentation.Variant, _ limits: QualityLimits) -> Bool {
        if let bitrate = limits.bitrate, variant.bandwidth > bitrate { return false }
        if let largest = limits.size, let size = variant.size, size.width > largest.width || size.height > largest.height { return false }
        return true
    }

    private func smallest(_ candidates: [Int]) -> Int {
        var best = candidates[0]
        for index in candidates where variants[index].description.bandwidth < variants[best].description.bandwidth { best = index }
        return best
    }

    /// Limits a ladder to 32 levels by dropping some evenly.
    static func thinned(_ variants: [Int]) -> [Int] {
        let largest = 32
        guard variants.count > largest else { return variants }
        var kept: [Int] = []
        for rung in 0..<largest { kept.append(variants[rung * (variants.count - 1) / (largest - 1)]) }
        return kept
    }
}
