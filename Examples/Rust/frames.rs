// SPDX-License-Identifier: Apache-2.0

//! Plays a file or stream without a window and without sound, and prints each frame. It needs no crates:
//!
//!     rustc --edition 2021 frames.rs -C link-args="$(pkg-config --libs windowbox-1)"
//!     ./frames https://example.com/film.m3u8
//!
//! A larger program would use the crates `glib` and `gtk4`, and bindings that `gir` makes from Windowbox-1.gir.

use std::cell::Cell;
use std::ffi::{c_void, CStr, CString};
use std::os::raw::{c_char, c_double, c_int, c_uint, c_ulong};
use std::process::exit;

/// The C declarations that this program uses; pointers stand for GObjects.
mod ffi {
    use super::*;

    #[repr(C)]
    pub struct GError {
        pub domain: u32,
        pub code: c_int,
        pub message: *const c_char,
    }

    pub type FrameFunc = extern "C" fn(player: *mut c_void, frame: *mut c_void, data: *mut c_void);

    extern "C" {
        pub fn windowbox_player_new_silent() -> *mut c_void;
        pub fn windowbox_player_append(player: *mut c_void, item: *mut c_void) -> c_int;
        pub fn windowbox_player_play(player: *mut c_void);
        pub fn windowbox_player_get_duration(player: *mut c_void) -> c_double;
        pub fn windowbox_player_set_frame_func(
            player: *mut c_void, func: FrameFunc, data: *mut c_void, destroy: Option<extern "C" fn(*mut c_void)>,
        );
        pub fn windowbox_item_new_for_file(file: *mut c_void) -> *mut c_void;
        pub fn windowbox_frame_get_time(frame: *mut c_void) -> c_double;
        pub fn windowbox_frame_get_width(frame: *mut c_void) -> c_int;
        pub fn windowbox_frame_get_height(frame: *mut c_void) -> c_int;
        pub fn windowbox_frame_get_format(frame: *mut c_void) -> *const c_char;

        pub fn g_file_new_for_commandline_arg(argument: *const c_char) -> *mut c_void;
        pub fn g_object_unref(object: *mut c_void);
        pub fn g_signal_connect_data(
            object: *mut c_void, signal: *const c_char, handler: *const c_void, data: *mut c_void,
            destroy: *const c_void, flags: c_uint,
        ) -> c_ulong;
        pub fn g_main_loop_new(context: *mut c_void, is_running: c_int) -> *mut c_void;
        pub fn g_main_loop_run(main_loop: *mut c_void);
        pub fn g_main_loop_quit(main_loop: *mut c_void);
        pub fn g_main_loop_unref(main_loop: *mut c_void);
    }
}

struct Run {
    main_loop: *mut c_void,
    status: Cell<i32>,
}

/// The library's strings are valid UTF-8.
fn text(chars: *const c_char) -> String {
    unsafe { CStr::from_ptr(chars) }.to_string_lossy().into_owned()
}

extern "C" fn frame_shown(_player: *mut c_void, frame: *mut c_void, _data: *mut c_void) {
    unsafe {
        println!(
            "{:.3} s: {} × {}, {}",
            ffi::windowbox_frame_get_time(frame),
            ffi::windowbox_frame_get_width(frame),
            ffi::windowbox_frame_get_height(frame),
            text(ffi::windowbox_frame_get_format(frame))
        );
    }
}

extern "C" fn failed(_player: *mut c_void, error: *const ffi::GError, run: *const Run) {
    unsafe {
        eprintln!("{}", text((*error).message));
        (*run).status.set(1);
        ffi::g_main_loop_quit((*run).main_loop);
    }
}

extern "C" fn ended(player: *mut c_void, run: *const Run) {
    unsafe {
        println!("ended after {:.1} s", ffi::windowbox_player_get_duration(player));
        ffi::g_main_loop_quit((*run).main_loop);
    }
}

/// Connects a handler, which must have the signal's parameters.
unsafe fn connect(object: *mut c_void, signal: &str, handler: *const c_void, run: &Run) {
    let signal = CString::new(signal).expect("a signal's name has no zero byte");
    ffi::g_signal_connect_data(object, signal.as_ptr(), handler, run as *const Run as *mut c_void, std::ptr::null(), 0);
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() != 2 {
        eprintln!("usage: frames FILE-OR-URI");
        exit(2);
    }
    let address = CString::new(arguments[1].as_str()).expect("arguments have no zero byte");
    let status = unsafe {
        // All calls are made on this thread, which also runs the loop from which the handlers are called.
        let run = Run { main_loop: ffi::g_main_loop_new(std::ptr::null_mut(), 0), status: Cell::new(0) };
        let player = ffi::windowbox_player_new_silent();
        connect(player, "error", failed as *const c_void, &run);
        connect(player, "end-of-stream", ended as *const c_void, &run);
        ffi::windowbox_player_set_frame_func(player, frame_shown, std::ptr::null_mut(), None);

        let file = ffi::g_file_new_for_commandline_arg(address.as_ptr());
        let item = ffi::windowbox_item_new_for_file(file);
        ffi::windowbox_player_append(player, item);
        ffi::g_object_unref(item);
        ffi::g_object_unref(file);
        ffi::windowbox_player_play(player);
        ffi::g_main_loop_run(run.main_loop);

        ffi::g_object_unref(player);
        ffi::g_main_loop_unref(run.main_loop);
        run.status.get()
    };
    exit(status);
}
