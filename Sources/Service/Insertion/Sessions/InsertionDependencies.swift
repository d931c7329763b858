// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue

/// Dependencies shared by all sessions.
struct InsertionDependencies: Sendable {
    let settings: InsertionSettings
    let origins: OriginCache
    let creativeCache: CreativeCache
    let decider: AdDecider
    let house: HouseAdServer
    let beaconDispatcher: BeaconDispatcher
    let store: any StitchedSessionRepository
    let houseAds: any HouseAdRepository
    let metrics: InsertionMetrics
    let journal: AdSessionLog
    let clock: @Sendable () -> Date

    /// Seconds since 1970.
    var now: Double { clock().timeIntervalSince1970 }
}
