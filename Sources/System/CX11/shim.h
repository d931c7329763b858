// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <X11/Xatom.h>
#include <X11/Xlib.h>

// GDK's side of X11, with its objects as plain pointers: the headers of GTK are another module's.
extern Display *gdk_x11_display_get_xdisplay(void *display);
extern Window gdk_x11_surface_get_xid(void *surface);
extern unsigned long gdk_x11_surface_get_type(void);
extern unsigned long gdk_x11_display_get_type(void);
