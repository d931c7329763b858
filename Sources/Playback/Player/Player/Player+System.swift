// SPDX-License-Identifier: Apache-2.0

package import WindowboxEngine

// The player's surroundings: windows, other audio, and external renderers.
extension Player {
    /// Call when the application is no longer visible, for instance because its window is minimised. See ``backgroundPlaybackPolicy``.
    /// - Parameter isSeenElsewhere: the video is still visible outside the application, as in picture-in-picture.
    public func applicationDidEnterBackground(isSeenElsewhere: Bool = false) { core.enterBackground(isSeenElsewhere: isSeenElsewhere) }

    /// Call when the application is visible again: playback that was paused for it resumes.
    public func applicationWillEnterForeground() { core.enterForeground() }

    /// Whether an interruption has paused playback that resumes automatically afterwards.
    public var isInterrupted: Bool { !core.interruptions.causes.isEmpty }

    /// Switches to an external engine at the current position. Metrics start over; limits don't apply there.
    public func playExternally(on external: any PlaybackEngineControlling) { core.playExternally(on: external) }

    /// Returns to the local engine. Does nothing unless an external one is active.
    ///
    /// - Parameter position: seconds on the item's timeline; nil uses the last known position.
    public func playHere(at position: Double? = nil) { core.playHere(at: position) }

    /// Handles a fact as if the engine had reported it, at once.
    package func receive(_ fact: EngineFact) { core.receive(fact) }

    /// The title of the item whose media is at this address; nil if there is none.
    package func title(ofAddress address: String) -> String? { core.queue.item(at: address)?.metadata.title }
}
