// SPDX-License-Identifier: Apache-2.0
// Lets the thread sanitizer see `Synchronization.Mutex`. Its fast paths are compiled into the program and seen; the slow
// ones, taken when two threads meet, lie in a library that isn't instrumented, so what they order looks like a race.
// Preloaded, these stand in front of the library's and tell the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void tell(const char *what, void *handle) {
    void (*function)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, what);
    if (function) function(handle);
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF) {
    ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, self);
    tell("__tsan_acquire", self);
}

SWIFT void unlock_slow(SELF) {
    tell("__tsan_release", self);
    ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(self);
}
