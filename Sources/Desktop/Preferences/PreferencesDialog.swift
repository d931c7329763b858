// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary
import WindowboxPlayer

/// The preferences window.
@MainActor enum PreferencesDialog {
    private static let heights: [Int?] = [nil, 2160, 1440, 1080, 720, 480, 360]
    private static let heightTitles = heights.map {
        $0.map { translated("Up to {height}p", ["height": "\($0)"]) } ?? translated("No limit")
    }

    static func make(_ library: Library, above parent: Window?) -> PreferencesWindow {
        let window = PreferencesWindow(above: parent)
        window.add(
            page: translated("Playback"), icon: "media-playback-start-symbolic",
            [playing(library), starting(library), quality(library), looks(library)])
        window.add(page: translated("Languages"), icon: "preferences-desktop-locale-symbolic", [spoken(library), subtitles(library)])
        window.add(
            page: translated("Subtitles"), icon: "media-view-subtitles-symbolic", [subtitleLooks(library)])
        window.add(page: translated("Sound"), icon: "audio-volume-high-symbolic", [sound(library), equalizer(library)])
        return window
    }

    private static func playing(_ library: Library) -> PreferencesGroup {
        let settings = library.settings
        return PreferencesGroup(translated("Playback")) {
            SwitchRow(translated("Resume Videos"), subtitle: translated("Continue where you left off"), isOn: settings.resumes) {
                library.settings.resumes = $0
            }
            SwitchRow(
                translated("Hardware Decoding"), subtitle: translated("Takes effect after a restart; falls back to software decoding"),
                isOn: settings.usesHardwareDecoding
            ) { library.settings.usesHardwareDecoding = $0 }
            ChoiceRow(
                translated("Deinterlacing"), subtitle: translated("For TV recordings with comb-like lines on moving edges"),
                Deinterlacing.allCases.map(\.title), selection: Deinterlacing.allCases.firstIndex(of: settings.deinterlacing) ?? 1
            ) { library.settings.deinterlacing = Deinterlacing.allCases[$0] }
        }
    }

    private static let skips = [5.0, 10, 15, 30, 60]
    private static let volumes: [Double?] = [nil, 0.25, 0.5, 0.75, 1]
    private static let speeds: [Double?] = [nil, 0.75, 1, 1.25, 1.5, 2]

    private static func starting(_ library: Library) -> PreferencesGroup {
        let settings = library.settings
        let ends = ViewerSettings.EndAction.allCases
        return PreferencesGroup(translated("Behavior")) {
            ChoiceRow(
                translated("Skip Length"), subtitle: translated("With the arrow keys, and with double clicks at the sides"),
                skips.map { translated("{count} second", plural: "{count} seconds", count: Int($0)) },
                selection: skips.firstIndex(of: settings.skipLength) ?? 1
            ) { library.settings.skipLength = skips[$0] }
            ChoiceRow(
                translated("At the End"), ends.map(\.title), selection: ends.firstIndex(of: settings.endAction) ?? 0
            ) { library.settings.endAction = ends[$0] }
            ChoiceRow(
                translated("Volume at Start"), volumes.map { $0.map(percent) ?? translated("Last Used") },
                selection: volumes.firstIndex(of: settings.startVolume) ?? 0
            ) { library.settings.startVolume = volumes[$0] }
            ChoiceRow(
                translated("Speed at Start"), speeds.map { $0.map { localized(number: number($0)) + "×" } ?? translated("Last Used") },
                selection: speeds.firstIndex(of: settings.startSpeed) ?? 0
            ) { library.settings.startSpeed = speeds[$0] }
        }
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    private static func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

    private static func quality(_ library: Library) -> PreferencesGroup {
        let settings = library.settings
        return PreferencesGroup(translated("Quality"), description: translated("The player adapts to the network, up to these limits.")) {
            ChoiceRow(translated("Quality"), heightTitles, selection: index(of: settings.maximumHeight)) {
                library.settings.maximumHeight = heights[$0]
            }
            ChoiceRow(
                translated("On Metered Networks"), subtitle: translated("When data usage is charged"), heightTitles,
                selection: index(of: settings.maximumHeightOnMeteredNetworks)
            ) { library.settings.maximumHeightOnMeteredNetworks = heights[$0] }
        }
    }

    private static func index(of height: Int?) -> Int { heights.firstIndex(of: height) ?? 0 }

    private static func looks(_ library: Library) -> PreferencesGroup {
        let all = ViewerSettings.Appearance.allCases
        return PreferencesGroup(translated("Appearance")) {
            ChoiceRow(
                translated("Style", context: "appearance"), [translated("Follow System"), translated("Light"), translated("Dark")],
                selection: all.firstIndex(of: library.settings.appearance) ?? 0
            ) {
                library.settings.appearance = all[$0]
            }
        }
    }

    private static func sound(_ library: Library) -> PreferencesGroup {
        let settings = library.settings
        return PreferencesGroup(translated("Sound")) {
            SwitchRow(
                translated("Night Mode"), subtitle: translated("Makes speech louder and loud sounds quieter"), isOn: settings.isNightMode
            ) { library.settings.isNightMode = $0 }
            ChoiceRow(
                translated("Volume Normalization"), subtitle: translated("Uses the ReplayGain tags of music files"),
                [translated("Off"), translated("By Track"), translated("By Album")],
                selection: normalizations.firstIndex(of: settings.normalization) ?? 0
            ) { library.settings.normalization = normalizations[$0] }
            ChoiceRow(
                translated("Preamplifier"), subtitle: translated("Added to the ReplayGain value"),
                preamps.map { $0 > 0 ? "+\($0) dB" : "\($0) dB" },
                selection: preamps.firstIndex(of: Int(settings.preamp.rounded())) ?? 5
            ) { library.settings.preamp = Double(preamps[$0]) }
        }
    }

    private static func equalizer(_ library: Library) -> PreferencesGroup {
        let presets = EqualizerPreset.allCases
        let panel = EqualizerPanel(library)
        // The last choice stands for sliders that were moved by hand; choosing it changes nothing.
        let preset = ChoiceRow(
            translated("Preset"), presets.map(\.title) + [translated("Custom", context: "equalizer")], selection: presets.count
        ) { if presets.indices.contains($0) { library.settings.equalizer = presets[$0].equalizer } }
        preset.bind(to: { presets.firstIndex { $0.equalizer == library.settings.equalizer } }) { $0.selection = $1 ?? presets.count }
        preset.bind(to: { library.settings.isEqualizerOn }) { $0.isEnabled = $1 }
        return PreferencesGroup(translated("Equalizer")) {
            SwitchRow(
                translated("Equalizer"), subtitle: translated("Changes the loudness of low and high sounds"),
                isOn: library.settings.isEqualizerOn
            ) { library.settings.isEqualizerOn = $0 }
            preset
            panel
        }
    }

    private static let normalizations = MediaProcessing.Normalization.allCases
    private static let preamps = Array(stride(from: -15, through: 15, by: 3))

    private static func spoken(_ library: Library) -> PreferencesGroup {
        PreferencesGroup(translated("Sound")) {
            languages(translated("Audio Languages"), library.settings.media.audibleLanguages) {
                library.settings.media.audibleLanguages = $0
            }
            SwitchRow(
                translated("Audio Description"), subtitle: translated("When available"), isOn: library.settings.media.prefersDescribedVideo
            ) {
                library.settings.media.prefersDescribedVideo = $0
            }
        }
    }

    private static func subtitles(_ library: Library) -> PreferencesGroup {
        let all: [MediaPreferences.Legible] = [.automatic, .off, .always]
        return PreferencesGroup(translated("Subtitles")) {
            ChoiceRow(
                translated("Show"), [translated("For Foreign Languages"), translated("Never"), translated("Always")],
                selection: all.firstIndex(of: library.settings.media.legible) ?? 0
            ) { library.settings.media.legible = all[$0] }
            languages(translated("Subtitle Languages"), library.settings.media.legibleLanguages) {
                library.settings.media.legibleLanguages = $0
            }
            SwitchRow(
                translated("For the Hard of Hearing"), subtitle: translated("Includes descriptions of sounds"),
                isOn: library.settings.media.prefersDescribedSound
            ) { library.settings.media.prefersDescribedSound = $0 }
        }
    }

    private static func subtitleLooks(_ library: Library) -> PreferencesGroup {
        let (sizes, looks) = (CaptionPreference.Size.allCases, CaptionPreference.Look.allCases)
        let preview = CaptionPreview()
        preview.bind(\.preference) { library.settings.captions }
        return PreferencesGroup(translated("Look", context: "subtitles")) {
            preview
            ChoiceRow(
                translated("Size", context: "subtitles"), sizes.map(\.title),
                selection: sizes.firstIndex(of: library.settings.captions.size) ?? 0
            ) {
                library.settings.captions.size = sizes[$0]
            }
            ChoiceRow(
                translated("Style", context: "subtitles"), looks.map(\.title),
                selection: looks.firstIndex(of: library.settings.captions.look) ?? 0
            ) {
                library.settings.captions.look = looks[$0]
            }
            ChoiceRow(
                translated("Position", context: "subtitles"), CaptionPreference.positions.map(\.title),
                selection: CaptionPreference.positions.firstIndex { $0.raise == library.settings.captions.raise } ?? 0
            ) { library.settings.captions.raise = CaptionPreference.positions[$0].raise }
        }
    }

    private static func languages(_ name: String, _ codes: [String], onChange: @escaping @MainActor ([String]) -> Void) -> WidgetRow {
        func words(_ codes: [String]) -> String { LanguageChooser.summary(codes) ?? translated("System languages") }
        weak var shown: WidgetRow?
        let chooser = LanguageChooser(name, codes) { codes in
            shown?.subtitle = words(codes)
            onChange(codes)
        }
        let button = MenuButton(title: translated("Choose…"), name: name, content: chooser)
        button.onOpen { [weak chooser] isOpen in if isOpen { chooser?.begin() } }
        let row = WidgetRow(translated("Languages"), subtitle: words(codes), button)
        shown = row
        return row
    }
}

extension ViewerSettings.EndAction {
    var title: String {
        switch self {
        case .stay: translated("Stay at the Last Frame")
        case .nextFile: translated("Play the Next File of the Folder")
        case .close: translated("Close the Window")
        }
    }
}
