// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary

/// The equalizer's sliders, one per band.
@MainActor final class EqualizerPanel: Box {
    let sliders: [Scale]

    init(_ library: Library) {
        sliders = Equalizer.frequencies.enumerated().map { band, frequency in
            Scale(
                Equalizer.range, axis: .vertical, step: 0.5,
                name: translated("{frequency} Hz", ["frequency": localized(number: Self.number(frequency))])
            ) { library.settings.equalizer.set(($0 * 2).rounded() / 2, ofBand: band) }
        }
        super.init(.horizontal)
        cssClass("equalizer", "card")
        for (band, slider) in sliders.enumerated() {
            slider.addMark(at: 0)
            slider.minimumSize(height: 130)
            slider.bind(\.value) { library.settings.equalizer.gains[band] }
            append(
                Box(.vertical, spacing: 4) {
                    slider.align(horizontal: .center)
                    Label(Self.label(Equalizer.frequencies[band])).cssClass("dim-label", "caption", "numeric")
                }.expand(.horizontal))
        }
        bind(to: { library.settings.isEqualizerOn }) { $0.isEnabled = $1 }
    }

    /// `31`, `500`, `1k`.
    private static func label(_ frequency: Double) -> String {
        frequency < 1000 ? "\(Int(frequency))" : "\(Int(frequency / 1000))k"
    }

    private static func number(_ frequency: Double) -> String {
        frequency == frequency.rounded() ? "\(Int(frequency))" : "\(frequency)"
    }
}

/// Ready-made settings of the equalizer.
enum EqualizerPreset: CaseIterable {
    case flat, bass, treble, speech, loudness

    var title: String {
        switch self {
        case .flat: translated("Flat", context: "equalizer")
        case .bass: translated("More Bass")
        case .treble: translated("More Treble")
        case .speech: translated("Clear Speech")
        case .loudness: translated("For Low Volume")
        }
    }

    var equalizer: Equalizer {
        switch self {
        case .flat: Equalizer()
        case .bass: Equalizer(gains: [6, 5, 4, 2, 0, 0, 0, 0, 0, 0])
        case .treble: Equalizer(gains: [0, 0, 0, 0, 0, 0, 2, 4, 5, 6])
        case .speech: Equalizer(gains: [-8, -6, -3, 0, 1, 3, 4, 3, 0, -3])
        case .loudness: Equalizer(gains: [7, 5, 2, 0, -1, 0, 0, 1, 3, 5])
        }
    }
}
