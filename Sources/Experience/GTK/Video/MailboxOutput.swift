// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxCodec
public import WindowboxEngine

/// Brings the engine's pictures to views.
///
/// A picture is converted on the engine's presenting thread while a view shows them, and otherwise not before one asks
/// for it: playing in a hidden window costs no conversion.
public final class MailboxOutput: VideoOutput {
    public let mailbox: PictureMailbox
    private let conversion: Conversion

    /// - Parameter onFailure: called once, on any thread, when pictures turn out to be of a kind that can't be converted.
    public init(_ mailbox: PictureMailbox, onFailure: @escaping @Sendable (CodecError) -> Void = { _ in }) {
        self.mailbox = mailbox
        conversion = Conversion(onFailure: onFailure)
    }

    /// As measured in the views that show the pictures.
    public var displayDelay: Double { mailbox.displayDelay }

    public func show(_ frame: VideoFrame) {
        let handOver = MonotonicClock.now
        let picture = ConvertedPicture(frame, by: conversion)
        if mailbox.isAwaited { picture.convert() }
        mailbox.post(picture, handOver: handOver)
    }
}
