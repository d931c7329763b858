// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <adwaita.h>
#include <gio/gio.h>
#include <glib-unix.h>

// Swift imports neither macros whose value is a cast nor function-like macros; the fundamental types are the ones needed.
static inline GType cgtk_type_object(void) { return G_TYPE_OBJECT; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }
static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_uint(void) { return G_TYPE_UINT; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType cgtk_type_enum(void) { return G_TYPE_ENUM; }
static inline GType cgtk_type_flags(void) { return G_TYPE_FLAGS; }

// The only time that moving images know is of a deprecated type.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
static inline GdkPixbufAnimationIter *cgtk_animation_begin(GdkPixbufAnimation *animation) {
    GTimeVal beginning = {0, 0};
    return gdk_pixbuf_animation_get_iter(animation, &beginning);
}
static inline gboolean cgtk_animation_go(GdkPixbufAnimationIter *pictures, gint64 milliseconds) {
    GTimeVal time = {(glong)(milliseconds / 1000), (glong)(milliseconds % 1000 * 1000)};
    return gdk_pixbuf_animation_iter_advance(pictures, &time);
}
G_GNUC_END_IGNORE_DEPRECATIONS

// The one function of OpenGL that is asked: who draws. GTK's own loader, epoxy, consists of macros over mutable globals.
extern const unsigned char *glGetString(unsigned int name);
enum { CGTK_GL_RENDERER = 0x1F01 };

// How libdispatch lends its main queue to a foreign event loop: a descriptor to wait for, and a function that drains it.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
