//! A global allocator that counts the bytes in use and their peak.

#![allow(unsafe_code, reason = "the trait of allocators is unsafe; every call is passed on as it came")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
};

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), SeqCst) + layout.size();
        PEAK.fetch_max(in_use, SeqCst);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), SeqCst);
        unsafe { System.dealloc(block, layout) }
    }
}

/// What a function returns, with the bytes it allocated and did not free, and the most it had in use at a time.
pub fn count<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = IN_USE.load(SeqCst);
    PEAK.store(before, SeqCst);
    let result = work();
    (result, IN_USE.load(SeqCst).saturating_sub(before), PEAK.load(SeqCst) - before)
}
