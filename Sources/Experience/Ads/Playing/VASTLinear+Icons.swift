// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

extension VASTLinear {
    /// The icons that show at a moment, each with its number in ``AdTracking/Event/icon(_:)``; of one program the first alone.
    ///
    /// - Parameters:
    ///   - position: of the ad, in seconds.
    ///   - length: of the ad, in seconds.
    public func icons(at position: Double, of length: Double) -> [(index: Int, icon: VASTIcon)] {
        var programs: Set<String> = []
        return icons.enumerated().filter { _, icon in
            let start = icon.offset ?? 0
            guard position >= start, position < icon.duration.map({ start + $0 }) ?? max(length, start) else { return false }
            return icon.program.map { programs.insert($0.lowercased()).inserted } ?? true
        }.map { ($0.offset, $0.element) }
    }
}
