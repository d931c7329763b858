// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <dlfcn.h>
#include <pulse/pulseaudio.h>

// What Windowbox calls of libpulse. It is loaded when sound is first wanted, not when a program starts: it brings ten libraries
// along, which a run without sound, or a machine without it, should not have to have.
#define WINDOWBOX_PULSE_FUNCTIONS(USE) \
    USE(context_connect) USE(context_disconnect) USE(context_errno) USE(context_get_server_info) \
    USE(context_get_sink_info_by_name) USE(context_get_sink_info_list) USE(context_get_state) \
    USE(context_move_sink_input_by_name) USE(context_new) USE(context_set_state_callback) USE(context_unref) \
    USE(operation_cancel) USE(operation_unref) USE(proplist_free) USE(proplist_new) USE(proplist_sets) \
    USE(stream_connect_playback) USE(stream_cork) USE(stream_disconnect) USE(stream_flush) USE(stream_get_device_name) \
    USE(stream_get_index) USE(stream_get_state) USE(stream_get_time) USE(stream_get_timing_info) \
    USE(stream_new_with_proplist) USE(stream_set_event_callback) USE(stream_set_moved_callback) \
    USE(stream_set_state_callback) USE(stream_set_write_callback) USE(stream_unref) USE(stream_update_timing_info) \
    USE(stream_writable_size) USE(stream_write) USE(strerror) USE(threaded_mainloop_free) \
    USE(threaded_mainloop_get_api) USE(threaded_mainloop_in_thread) USE(threaded_mainloop_lock) USE(threaded_mainloop_new) \
    USE(threaded_mainloop_signal) USE(threaded_mainloop_start) USE(threaded_mainloop_stop) \
    USE(threaded_mainloop_unlock) USE(threaded_mainloop_wait)

struct windowbox_pulse {
#define WINDOWBOX_FIELD(name) __typeof__(&pa_##name) _Nonnull name;
    WINDOWBOX_PULSE_FUNCTIONS(WINDOWBOX_FIELD)
#undef WINDOWBOX_FIELD
};

// Fills the table; the library stays loaded until the program ends. Returns the name of what is missing, or NULL.
static inline const char *_Nullable windowbox_pulse_load(struct windowbox_pulse *_Nonnull table) {
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libpulse.so.0";
#define WINDOWBOX_FIND(name) \
    if (!(table->name = (__typeof__(&pa_##name))dlsym(library, "pa_" #name))) return "pa_" #name;
    WINDOWBOX_PULSE_FUNCTIONS(WINDOWBOX_FIND)
#undef WINDOWBOX_FIND
    return NULL;
}
