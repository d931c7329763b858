// SPDX-License-Identifier: Apache-2.0

import CGTK

/// What views need in a program that isn't written with ``Application``, such as one in C: it has its own main loop and windows.
@MainActor package enum ForeignProgram {
    /// Serves the main actor from the default main context, whoever iterates it.
    package static func serveMainActor() { MainQueue.serve() }

    /// Initialises libadwaita, which controls need. GTK has to be initialised already.
    package static func prepareControls() { adw_init() }

    /// The address of a widget's GObject, with a reference that C owns.
    package static func handOver(_ widget: Widget) -> UInt { UInt(bitPattern: widget.retained) }
}
