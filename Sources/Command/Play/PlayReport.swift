// SPDX-License-Identifier: Apache-2.0

/// The output of `play --report`. Times are in seconds, sizes in bytes, rates in bit/s.
struct PlayReport: Codable, Equatable {
    struct FirstFrame: Codable, Equatable {
        /// From the start of the process.
        var process: Double?
        /// From the command to play.
        var play: Double?
    }
    struct Stall: Codable, Equatable {
        var at: Double
        var duration: Double
    }
    struct Variant: Codable, Equatable {
        var at: Double
        var bandwidth: Int
        var width: Int?
        var height: Int?
        var reason: String
    }
    struct Seek: Codable, Equatable {
        var target: Double
        /// The time of the frame shown; nil if none was.
        var landed: Double?
        var latency: Double
    }
    struct Fault: Codable, Equatable {
        var code: String
        var message: String
        var url: String?
    }

    /// `ended`, `stopped` if the time was up, or `failed`.
    var state = "stopped"
    var duration: Double?
    /// `vod`, `live` or `dvr`; nil if unknown.
    var streamType: String?
    var timeToFirstFrame = FirstFrame()
    /// The final position in seconds on the timeline.
    var position = 0.0
    var framesPresented = 0
    var framesDropped = 0
    var audioSeconds = 0.0
    var stalls: [Stall] = []
    var variants: [Variant] = []
    var seeks: [Seek] = []
    var errors: [Fault] = []
    var bytes = 0
    var requests = 0
    /// The maximum resident size.
    var peakMemory = 0
}
