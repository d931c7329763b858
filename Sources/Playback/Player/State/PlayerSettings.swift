// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxEngine

/// A player's settings. Each property is observable separately.
///
/// ``PlayerCore`` is the only writer, because nearly every change has consequences for the engine.
@MainActor @Observable final class PlayerSettings {
    var shouldPlay = false
    var actionAtItemEnd = ActionAtItemEnd.advance
    var limits: PlayerLimits
    var networkConditions = NetworkConditions()
    var textStyleRules: [TextStyleRule] = []
    var showsReplayCaptions = false
    var isTrackingEnabled = true
    var backgroundPlaybackPolicy = BackgroundPlaybackPolicy.automatic
    var isMuted = false
    /// 0...2.
    var volume = 1.0
    var processing = MediaProcessing()

    init(limits: PlayerLimits) { self.limits = limits }

    /// - Returns: the value before the change; nil when nothing changes.
    func change<Value: Equatable>(_ setting: ReferenceWritableKeyPath<PlayerSettings, Value>, to value: Value) -> Value? {
        let old = self[keyPath: setting]
        guard value != old else { return nil }
        self[keyPath: setting] = value
        return old
    }
}
