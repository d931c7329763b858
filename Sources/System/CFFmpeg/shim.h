// SPDX-License-Identifier: Apache-2.0
// What Swift's importer leaves out of FFmpeg's headers: macros with casts, compound literals or arguments, and variadic logging.
#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/encryption_info.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int32_t wb_error_eof = AVERROR_EOF;
static const int32_t wb_error_again = AVERROR(EAGAIN);
static const int32_t wb_error_exit = AVERROR_EXIT;
static const int32_t wb_error_io = AVERROR(EIO);
static const int32_t wb_error_memory = AVERROR(ENOMEM);
static const int32_t wb_error_invalid_data = AVERROR_INVALIDDATA;
static const int32_t wb_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int64_t wb_no_pts = AV_NOPTS_VALUE;

// av_log takes a va_list: a line is formatted here and handed on finished. The target is set once, before any thread starts.
typedef void (*wb_log_target)(int32_t level, const char *line);
static wb_log_target wb_log_receiver;
static inline void wb_log_trampoline(void *context, int level, const char *format, va_list arguments) {
    if (level > av_log_get_level() || !wb_log_receiver) return;
    char line[1024];
    int prefix = 1;
    av_log_format_line2(context, level, format, arguments, line, sizeof line, &prefix);
    wb_log_receiver(level, line);
}
static inline void wb_install_log(wb_log_target target) {
    wb_log_receiver = target;
    av_log_set_callback(wb_log_trampoline);
}
