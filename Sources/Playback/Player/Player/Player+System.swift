// SPDX-License-Identifier: Apache-2.0

package import WindowboxEngine

// What happens around a player: windows, other sound, and renderers in the network.
extension Player {
    /// The application isn't visible any more, for instance because its window is minimised. See ``backgroundPlaybackPolicy``.
    /// - Parameter isSeenElsewhere: pictures are shown outside of it, as in picture in picture.
    public func applicationDidEnterBackground(isSeenElsewhere: Bool = false) { core.enterBackground(isSeenElsewhere: isSeenElsewhere) }

    /// The application is visible again: what was paused for it plays on.
    public func applicationWillEnterForeground() { core.enterForeground() }

    /// Whether ``play()`` was taken back by an interruption, after which playing resumes by itself.
    public var isInterrupted: Bool { !core.interruptions.causes.isEmpty }

    /// Goes over to an engine that plays elsewhere, from the current position. Metrics begin anew; limits don't apply there.
    public func playExternally(on external: any PlaybackEngineControlling) { core.playExternally(on: external) }

    /// Comes back to this machine. Does nothing unless a renderer elsewhere plays.
    ///
    /// - Parameter position: seconds; nil takes what is known.
    public func playHere(at position: Double? = nil) { core.playHere(at: position) }

    /// Takes a fact as if the engine had reported it, and follows it at once.
    package func receive(_ fact: EngineFact) { core.receive(fact) }

    /// The title of the item that has media at this address; nil when none has.
    package func title(ofAddress address: String) -> String? { core.queue.item(at: address)?.metadata.title }
}
