import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AfterFrame, hurry } from './frame';

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

test('work waits for the frame and comes in order', () => {
  const done: number[] = [];
  const after = new AfterFrame();
  after.add(() => done.push(1));
  after.add(() => done.push(2));
  vi.runAllTimers();
  expect(done).toEqual([]);
  draw();
  expect(done).toEqual([]);
  vi.runAllTimers();
  expect(done).toEqual([1, 2]);
});

test('one frame is asked for, whoever waits', () => {
  const done: number[] = [];
  const [one, other] = [new AfterFrame(), new AfterFrame()];
  one.add(() => done.push(1));
  other.add(() => done.push(2));
  expect(frames).toHaveLength(1);
  expect([one.waits, other.waits]).toEqual([true, true]);
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1, 2]);
  expect([one.waits, other.waits]).toEqual([false, false]);
  one.add(() => done.push(3));
  expect(frames).toHaveLength(1);
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1, 2, 3]);
});

test('what was done early or forgotten does not come again', () => {
  const done: number[] = [];
  const after = new AfterFrame();
  after.add(() => done.push(1));
  after.flush();
  expect(done).toEqual([1]);
  after.add(() => done.push(2));
  after.drop();
  after.add(() => done.push(3));
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1, 3]);
});

test('where nobody looks nothing waits', () => {
  const done: number[] = [];
  const after = new AfterFrame();
  after.add(() => done.push(1));
  page.hidden = true;
  after.add(() => done.push(2));
  expect(done).toEqual([1, 2]);
});

test('a page that goes away does at once what waits, and does it once', () => {
  const done: number[] = [];
  const after = new AfterFrame();
  after.add(() => done.push(1));
  hurry();
  expect(done).toEqual([1]);
  draw();
  vi.runAllTimers();
  expect(done).toEqual([1]);
});
