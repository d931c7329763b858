// SPDX-License-Identifier: Apache-2.0

import CGTK

/// How frames get to a window.
enum RenderPath: Equatable {
    /// Drawn by Cairo on the CPU.
    case software
    /// Uploaded as textures and drawn by OpenGL.
    case graphics

    /// The path that suits the renderer of a widget's window.
    @MainActor static func of(_ widget: Widget) -> RenderPath { of(widget.widget) }

    @MainActor static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> RenderPath {
        guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native.raw.opaque) else {
            return .software
        }
        let type = String(cString: g_type_name_from_instance(renderer.raw.cast()))
        return type == "GskCairoRenderer" ? .software : .graphics
    }

    /// Avoids loading OpenGL on machines without a GPU, where merely probing it loads a software renderer's compiler. Call it
    /// before connecting to the display; a renderer chosen by the user is kept.
    static func spareGraphics() {
        guard !hasGraphics(in: "/dev") else { return }
        g_setenv("GSK_RENDERER", "cairo", 0)
        if g_getenv("GSK_RENDERER").map({ String(cString: $0) }) == "cairo" { g_setenv("GDK_DEBUG", "gl-disable", 0) }
    }

    /// - Parameter folder: the device folder, `/dev`.
    static func hasGraphics(in folder: String) -> Bool {
        ["dri", "nvidia0", "dxg", "mali0", "kgsl-3d0"].contains {
            g_file_test("\(folder)/\($0)", G_FILE_TEST_EXISTS) != 0
        }
    }

    /// Makes Cairo the renderer of all new windows where OpenGL would run on the CPU: a 1280x720 frame then takes 3 ms instead of
    /// 50 ms. A renderer set in `GSK_RENDERER` is kept.
    @MainActor static func chooseRenderer() {
        guard let display = gdk_display_get_default(), isSoftware(rendererName(of: display)) else { return }
        g_setenv("GSK_RENDERER", "cairo", 0)
    }

    /// Whether an OpenGL renderer name means software rendering; nil means that OpenGL is missing.
    static func isSoftware(_ name: String?) -> Bool {
        guard let name else { return true }
        return ["llvmpipe", "softpipe", "Software Rasterizer"].contains { name.contains($0) }
    }

    @MainActor private static func rendererName(of display: OpaquePointer) -> String? {
        guard let context = gdk_display_create_gl_context(display, nil) else { return nil }
        defer { g_object_unref(context.raw) }
        guard gdk_gl_context_realize(context, nil) != 0 else { return nil }
        gdk_gl_context_make_current(context)
        defer { gdk_gl_context_clear_current() }
        return glGetString(UInt32(CGTK_GL_RENDERER)).map { String(cString: $0) }
    }
}
