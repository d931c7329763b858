// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// What Windowbox calls of libcurl. It is loaded with the first http URL, not when a program starts: it brings about twenty libraries
// along, which a run without a network should not have to load.
#define WINDOWBOX_CURL_FUNCTIONS(USE) \
    USE(easy_cleanup) USE(easy_getinfo) USE(easy_init) USE(easy_pause) USE(easy_setopt) USE(easy_strerror) USE(global_init) \
    USE(multi_add_handle) USE(multi_cleanup) USE(multi_info_read) USE(multi_init) USE(multi_remove_handle) USE(multi_setopt) \
    USE(multi_socket_action) USE(slist_append) USE(slist_free_all)

// Swift can't call variadic functions, so all fields are untyped, and the functions below are their types.
struct windowbox_curl {
#define WINDOWBOX_FIELD(name) void *_Nonnull name;
    WINDOWBOX_CURL_FUNCTIONS(WINDOWBOX_FIELD)
#undef WINDOWBOX_FIELD
};

// Fills the table; the library stays loaded until the program ends. Returns the name of what is missing, or NULL.
static inline const char *_Nullable windowbox_curl_load(struct windowbox_curl *_Nonnull table) {
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return "libcurl.so.4";
#define WINDOWBOX_FIND(name) \
    if (!(table->name = dlsym(library, "curl_" #name))) return "curl_" #name;
    WINDOWBOX_CURL_FUNCTIONS(WINDOWBOX_FIND)
#undef WINDOWBOX_FIND
    return NULL;
}

// The header's checking macros hide the functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#define WINDOWBOX_CALL(name) ((__typeof__(&curl_##name))table->name)
typedef const struct windowbox_curl *_Nonnull windowbox_curl_table;
typedef CURL *_Nonnull windowbox_easy;
typedef CURLM *_Nonnull windowbox_multi;

static inline CURLcode windowbox_curl_global_init(windowbox_curl_table table) {
    return WINDOWBOX_CALL(global_init)(CURL_GLOBAL_NOTHING);
}

static inline CURL *_Nullable windowbox_easy_init(windowbox_curl_table table) { return WINDOWBOX_CALL(easy_init)(); }
static inline void windowbox_easy_cleanup(windowbox_curl_table table, windowbox_easy easy) { WINDOWBOX_CALL(easy_cleanup)(easy); }
static inline CURLcode windowbox_easy_pause(windowbox_curl_table table, windowbox_easy easy, int action) {
    return WINDOWBOX_CALL(easy_pause)(easy, action);
}
static inline const char *_Nonnull windowbox_easy_strerror(windowbox_curl_table table, CURLcode code) {
    return WINDOWBOX_CALL(easy_strerror)(code);
}
static inline CURLcode windowbox_easy_set_long(windowbox_curl_table table, windowbox_easy easy, CURLoption option, long value) {
    return WINDOWBOX_CALL(easy_setopt)(easy, option, value);
}
static inline CURLcode windowbox_easy_set_size(windowbox_curl_table table, windowbox_easy easy, CURLoption option, curl_off_t value) {
    return WINDOWBOX_CALL(easy_setopt)(easy, option, value);
}
static inline CURLcode windowbox_easy_set_pointer(
    windowbox_curl_table table, windowbox_easy easy, CURLoption option, void *_Nullable value) {
    return WINDOWBOX_CALL(easy_setopt)(easy, option, value);
}
// libcurl copies the text.
static inline CURLcode windowbox_easy_set_text(
    windowbox_curl_table table, windowbox_easy easy, CURLoption option, const char *_Nullable value) {
    return WINDOWBOX_CALL(easy_setopt)(easy, option, value);
}
// libcurl copies the bytes.
static inline CURLcode windowbox_easy_set_bytes(
    windowbox_curl_table table, windowbox_easy easy, CURLoption option, void *_Nonnull bytes, size_t count) {
    struct curl_blob blob = {bytes, count, CURL_BLOB_COPY};
    return WINDOWBOX_CALL(easy_setopt)(easy, option, &blob);
}
static inline CURLcode windowbox_easy_set_transfer_callback(
    windowbox_curl_table table, windowbox_easy easy, CURLoption option, curl_write_callback _Nonnull callback) {
    return WINDOWBOX_CALL(easy_setopt)(easy, option, callback);
}
static inline CURLcode windowbox_easy_set_request_callback(
    windowbox_curl_table table, windowbox_easy easy, curl_prereq_callback _Nonnull callback) {
    return WINDOWBOX_CALL(easy_setopt)(easy, CURLOPT_PREREQFUNCTION, callback);
}
static inline CURLcode windowbox_easy_set_socket_callback(
    windowbox_curl_table table, windowbox_easy easy, curl_opensocket_callback _Nonnull callback) {
    return WINDOWBOX_CALL(easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}
static inline CURLcode windowbox_easy_set_close_callback(
    windowbox_curl_table table, windowbox_easy easy, curl_closesocket_callback _Nonnull callback) {
    return WINDOWBOX_CALL(easy_setopt)(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
}
static inline long windowbox_easy_long(windowbox_curl_table table, windowbox_easy easy, CURLINFO info) {
    long value = 0;
    WINDOWBOX_CALL(easy_getinfo)(easy, info, &value);
    return value;
}
static inline curl_off_t windowbox_easy_size(windowbox_curl_table table, windowbox_easy easy, CURLINFO info) {
    curl_off_t value = 0;
    WINDOWBOX_CALL(easy_getinfo)(easy, info, &value);
    return value;
}
static inline void *_Nullable windowbox_easy_pointer(windowbox_curl_table table, windowbox_easy easy, CURLINFO info) {
    void *value = NULL;
    WINDOWBOX_CALL(easy_getinfo)(easy, info, &value);
    return value;
}

static inline CURLM *_Nullable windowbox_multi_init(windowbox_curl_table table) { return WINDOWBOX_CALL(multi_init)(); }
static inline void windowbox_multi_cleanup(windowbox_curl_table table, windowbox_multi multi) { WINDOWBOX_CALL(multi_cleanup)(multi); }
static inline CURLMcode windowbox_multi_add(windowbox_curl_table table, windowbox_multi multi, windowbox_easy easy) {
    return WINDOWBOX_CALL(multi_add_handle)(multi, easy);
}
static inline CURLMcode windowbox_multi_remove(windowbox_curl_table table, windowbox_multi multi, windowbox_easy easy) {
    return WINDOWBOX_CALL(multi_remove_handle)(multi, easy);
}
static inline CURLMcode windowbox_multi_act(windowbox_curl_table table, windowbox_multi multi, curl_socket_t socket, int events) {
    int running;
    return WINDOWBOX_CALL(multi_socket_action)(multi, socket, events, &running);
}
static inline CURLMsg *_Nullable windowbox_multi_message(windowbox_curl_table table, windowbox_multi multi) {
    int left;
    return WINDOWBOX_CALL(multi_info_read)(multi, &left);
}
static inline CURLMcode windowbox_multi_set_long(windowbox_curl_table table, windowbox_multi multi, CURLMoption option, long value) {
    return WINDOWBOX_CALL(multi_setopt)(multi, option, value);
}
static inline CURLMcode windowbox_multi_set_callbacks(
    windowbox_curl_table table, windowbox_multi multi, curl_socket_callback _Nonnull socket, curl_multi_timer_callback _Nonnull timer,
    void *_Nonnull context) {
    WINDOWBOX_CALL(multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, socket);
    WINDOWBOX_CALL(multi_setopt)(multi, CURLMOPT_SOCKETDATA, context);
    WINDOWBOX_CALL(multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, timer);
    return WINDOWBOX_CALL(multi_setopt)(multi, CURLMOPT_TIMERDATA, context);
}

static inline struct curl_slist *_Nullable windowbox_list_append(
    windowbox_curl_table table, struct curl_slist *_Nullable list, const char *_Nonnull text) {
    return WINDOWBOX_CALL(slist_append)(list, text);
}
static inline void windowbox_list_free(windowbox_curl_table table, struct curl_slist *_Nullable list) {
    WINDOWBOX_CALL(slist_free_all)(list);
}

// Names the calling thread, for debuggers; at most 15 bytes.
static inline void windowbox_name_thread(const char *_Nonnull name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
