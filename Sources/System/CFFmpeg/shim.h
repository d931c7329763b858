// SPDX-License-Identifier: Apache-2.0
// What Swift's importer leaves out of FFmpeg's headers: macros with casts, compound literals or arguments; and the allocator.
#pragma once
#include <errno.h>
#include <malloc.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/encryption_info.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/replaygain.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include "filters.h"

static const int32_t wb_error_eof = AVERROR_EOF;
static const int32_t wb_error_again = AVERROR(EAGAIN);
static const int32_t wb_error_exit = AVERROR_EXIT;
static const int32_t wb_error_io = AVERROR(EIO);
static const int32_t wb_error_memory = AVERROR(ENOMEM);
static const int32_t wb_error_invalid_data = AVERROR_INVALIDDATA;
static const int32_t wb_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int32_t wb_error_refused = AVERROR(EPERM);
static const int32_t wb_error_invalid_argument = AVERROR(EINVAL);
static const int64_t wb_no_pts = AV_NOPTS_VALUE;

