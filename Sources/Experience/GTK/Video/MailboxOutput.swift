// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxCodec
public import WindowboxEngine

/// Passes the engine's frames to views.
///
/// A frame is converted on the engine's presentation thread while a view is showing frames, and otherwise only when a view asks for
/// it: playing in a hidden window costs no conversion.
public final class MailboxOutput: VideoOutput {
    /// Where frames are left for the views to fetch.
    public let mailbox: PictureMailbox
    private let conversion: Conversion

    /// - Parameter onFailure: called once, on any thread, if frames have a format that can't be converted.
    public init(_ mailbox: PictureMailbox, onFailure: @escaping @Sendable (CodecError) -> Void = { _ in }) {
        self.mailbox = mailbox
        conversion = Conversion(onFailure: onFailure)
    }

    /// Measured in the views that show the frames, in seconds.
    public var displayDelay: Double { mailbox.displayDelay }

    public func clear() { mailbox.clear() }

    public func show(_ frame: VideoFrame) {
        let handOver = MonotonicClock.now
        let picture = ConvertedPicture(frame, by: conversion)
        if mailbox.isAwaited { picture.convert() }
        mailbox.post(picture, handOver: handOver)
    }
}
