// Sound and vibration, with devices that only write down what they are asked for.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Session, type Step } from './engine';
import { startEngine } from './testing';

const asked = { notes: 0, shakes: 0 };

class FakeAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createOscillator(): unknown {
    asked.notes += 1;
    return { frequency: {}, connect: (next: unknown) => next, start: () => undefined, stop: () => undefined };
  }
  createGain(): unknown {
    const gain = {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    };
    return { gain, connect: (next: unknown) => next };
  }
}

let feedback: typeof import('./feedback').feedback;
const now = { sound: true, haptics: true };

beforeAll(async () => {
  await startEngine();
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('navigator', {
    vibrate: () => {
      asked.shakes += 1;
      return true;
    },
  });
  vi.doMock('./settings.svelte', () => ({ settings: { now } }));
  ({ feedback } = await import('./feedback'));
});
beforeEach(() => {
  Object.assign(now, { sound: true, haptics: true });
  Object.assign(asked, { notes: 0, shakes: 0 });
});

/** The steps of an action. */
function steps(what: string, board: string, action: string): Step[] {
  return Session.place(what, board, '1').play(action).steps;
}

test.each([
  ['an elimination', '6 . 6 ./. . . ./. . . ./11 . . .', '0,0:right'],
  ['a complete factorization', '3 . 12 4/. . . ./. . . ./11 . . .', '0,0:right'],
])('%s can be heard and felt', (_, board, action) => {
  for (const step of steps('factors', board, action).slice(1, 2)) feedback.step(step);
  expect(asked).toEqual({ notes: 2, shakes: 1 });
});

test('a merge rings, a move ticks, and what is off stays silent', () => {
  const [slide] = steps('classic-2048', '2 2 . ./. . . ./. . . ./. . . .', 'left');
  feedback.step(slide as Step);
  expect(asked).toEqual({ notes: 1, shakes: 1 });
  Object.assign(now, { sound: false, haptics: false });
  feedback.step(slide as Step);
  feedback.over();
  feedback.reached();
  feedback.blocked();
  expect(asked).toEqual({ notes: 1, shakes: 1 });
});
