// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <dlfcn.h>
#include <libavutil/frame.h>
#include <libavutil/version.h>

// What Windowbox calls of libavfilter. It is loaded when the first interlaced picture comes, not when a program starts: it brings some
// dozens of libraries along. All of it is called by opaque pointers, so its headers are not needed for building.
struct AVFilter;
struct AVFilterContext;
struct AVFilterGraph;

struct windowbox_filters {
    const struct AVFilter *_Nullable (*_Nonnull avfilter_get_by_name)(const char *_Nonnull name);
    struct AVFilterGraph *_Nullable (*_Nonnull avfilter_graph_alloc)(void);
    void (*_Nonnull avfilter_graph_free)(struct AVFilterGraph *_Nullable *_Nonnull graph);
    int (*_Nonnull avfilter_graph_create_filter)(
        struct AVFilterContext *_Nullable *_Nonnull context, const struct AVFilter *_Nonnull filter, const char *_Nonnull name,
        const char *_Nullable arguments, void *_Nullable opaque, struct AVFilterGraph *_Nonnull graph);
    int (*_Nonnull avfilter_link)(
        struct AVFilterContext *_Nonnull source, unsigned output, struct AVFilterContext *_Nonnull target, unsigned input);
    int (*_Nonnull avfilter_graph_config)(struct AVFilterGraph *_Nonnull graph, void *_Nullable log);
    int (*_Nonnull av_buffersrc_add_frame_flags)(struct AVFilterContext *_Nonnull source, AVFrame *_Nullable frame, int flags);
    int (*_Nonnull av_buffersink_get_frame_flags)(struct AVFilterContext *_Nonnull sink, AVFrame *_Nonnull frame, int flags);
};

// Fills the table; the library stays loaded until the program ends. Returns the name of what is missing, or NULL.
static inline const char *_Nullable windowbox_filters_load(struct windowbox_filters *_Nonnull table) {
    // The release that belongs to the libavutil of this build: FFmpeg 5, 6, 7 or 8.
    static const char name[] =
#if LIBAVUTIL_VERSION_MAJOR == 57
        "libavfilter.so.8";
#elif LIBAVUTIL_VERSION_MAJOR == 58
        "libavfilter.so.9";
#elif LIBAVUTIL_VERSION_MAJOR == 59
        "libavfilter.so.10";
#else
        "libavfilter.so.11";
#endif
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return name;
#define WINDOWBOX_FIND(function) \
    if (!(table->function = (__typeof__(table->function))dlsym(library, #function))) return #function;
    WINDOWBOX_FIND(avfilter_get_by_name)
    WINDOWBOX_FIND(avfilter_graph_alloc)
    WINDOWBOX_FIND(avfilter_graph_free)
    WINDOWBOX_FIND(avfilter_graph_create_filter)
    WINDOWBOX_FIND(avfilter_link)
    WINDOWBOX_FIND(avfilter_graph_config)
    WINDOWBOX_FIND(av_buffersrc_add_frame_flags)
    WINDOWBOX_FIND(av_buffersink_get_frame_flags)
#undef WINDOWBOX_FIND
    return NULL;
}
