// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxLibrary
import WindowboxPlayer

@testable import WindowboxGTK
@testable import windowbox_desktop

extension OnDisplay {
    /// What the viewer sees of the playlist.
    @MainActor struct PlaylistPanes {
        private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

        private func withPlaylist(_ names: [String], _ body: (MainWindow) async throws -> Void) async throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let film = try GeneratedStreams.named("file-film-mkv").url
            let files = names.map { folder.appending(path: $0) }
            for file in files { try FileManager.default.copyItem(at: film, to: file) }
            let window = MainWindow(Session(library: Library(), audioOutput: SilentOutput()))
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            try #require(await eventually { window.isMapped && window.width > 0 })
            await window.open(files.map(\.absoluteString))
            window.session.player.pause()
            window.flap.isOpen = true
            try #require(await eventually { window.playlist.list.rows >= names.count && window.playlist.list.height > 0 })
            await settle()
            try await body(window)
            window.session.player.removeAllItems()
        }

        /// The widgets of a GTK type below a widget.
        private func descendants(_ type: GType, of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
            var found: [UnsafeMutablePointer<GtkWidget>] = []
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                if g_type_check_instance_is_a(current.raw.cast(), type) != 0 { found.append(current) }
                found += descendants(type, of: current)
                child = gtk_widget_get_next_sibling(current)
            }
            return found
        }

        @Test("The playlist's header is as high as other header bars")
        func header() async throws {
            try await withPlaylist(["a.mkv", "b.mkv", "c.mkv"]) { window in
                let header = try #require(gtk_widget_get_first_child(window.playlist.widget))
                #expect(gtk_widget_get_height(header) <= 48)
            }
        }

        @Test("The playlist opens with the keyboard focus on the current item")
        func focus() async throws {
            try await withPlaylist(["a.mkv", "b.mkv", "c.mkv"]) { window in
                window.flap.isOpen = false
                window.session.player.currentItem = window.session.player.items[2]
                await settle()
                window.flap.isOpen = true
                #expect(await eventually { focusedRow(of: window) == 2 })
            }
        }

        private func focusedRow(of window: MainWindow) -> Int? {
            guard let focus = gtk_window_get_focus(window.cast()), let content = gtk_widget_get_first_child(focus),
                let row: ListRow<PlayerItem> = Object.existing(content)
            else { return nil }
            return row.index
        }

        @Test("Episodes whose names differ at the end can be told apart")
        func names() async throws {
            let names = ["A_quiet_street_s01e01.mkv", "A_quiet_street_s01e02.mkv"]
            try await withPlaylist(names) { window in
                let labels = descendants(gtk_label_get_type(), of: window.playlist.list.widget)
                for name in names {
                    let title = name.replacingOccurrences(of: ".mkv", with: "")
                    let label = try #require(labels.first { String(cString: gtk_label_get_text($0.raw.opaque)) == title })
                    let layout = gtk_label_get_layout(label.raw.opaque)
                    #expect(pango_layout_is_ellipsized(layout) == 0)
                    // A line that ends within a word has no hyphen, which would seem to be part of the name.
                    let attributes = try #require(gtk_label_get_attributes(label.raw.opaque))
                    let text = try #require(pango_attr_list_to_string(attributes))
                    defer { g_free(text) }
                    #expect(String(cString: text).contains("insert-hyphens false"))
                }
            }
        }
    }
}
