import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeferredQueue, flushAll } from './frame';

const page = { hidden: false };
let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  frames = [];
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function draw(): void {
  for (const frame of frames.splice(0)) frame();
}

test('add: work runs after the next frame, in order', () => {
  const done: number[] = [];
  const queue = new DeferredQueue();
  queue.add(() => done.push(1));
  queue.add(() => done.push(2));
  vi.runAllTimers();
  expect(done).toEqual([]);
  draw();
  expect(done).toEqual([]);
  vi.runAllTimers();
  expect(done).toEqual([1, 2]);
});

test('add: several queues share one request for a frame', () => {
  const done: number[] = [];
  const [one, other] = [new DeferredQueue(), new DeferredQueue()];
  one.add(() => done.push(1));
  other.add(() => done.push(2));
  expect(frames).toHaveLength(1);
  expect([one.pending, other.pending]).toEqual([true, true]);
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1, 2]);
  expect([one.pending, other.pending]).toEqual([false, false]);
  one.add(() => done.push(3));
  expect(frames).toHaveLength(1);
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1, 2, 3]);
});

test('flush, clear: work that was run or dropped does not run again', () => {
  const done: number[] = [];
  const queue = new DeferredQueue();
  queue.add(() => done.push(1));
  queue.flush();
  expect(done).toEqual([1]);
  queue.add(() => done.push(2));
  queue.clear();
  queue.add(() => done.push(3));
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1, 3]);
});

test('add: a hidden page runs work at once', () => {
  const done: number[] = [];
  const queue = new DeferredQueue();
  queue.add(() => done.push(1));
  page.hidden = true;
  queue.add(() => done.push(2));
  expect(done).toEqual([1, 2]);
});

test('flushAll: runs waiting work at once, and once', () => {
  const done: number[] = [];
  const queue = new DeferredQueue();
  queue.add(() => done.push(1));
  flushAll();
  expect(done).toEqual([1]);
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1]);
});
