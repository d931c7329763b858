// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxStreaming

extension EngineConfiguration {
    /// Plays as fast as possible, with almost no delay before retries.
    static var impatient: EngineConfiguration {
        var configuration = EngineConfiguration(pace: .asFastAsPossible)
        configuration.streaming.recovery.firstDelay = 0.01
        configuration.streaming.recovery.longestDelay = 0.02
        return configuration
    }
}
