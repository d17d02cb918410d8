// Sound and vibration for what is shown. Nothing is loaded or made before the first sound.
import type { Step } from './engine';
import { settings } from './settings.svelte';

/** The steps of a pentatonic scale, in half tones: whatever sounds together, sounds well. */
const SCALE = [0, 2, 4, 7, 9];

let context: AudioContext | undefined;

/** A soft, short note. `height` counts steps of the scale. */
function note(height: number, delay = 0, loudness = 0.12, length = 0.22): void {
  if (!settings.now.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const half = 12 * Math.floor(height / SCALE.length) + (SCALE[height % SCALE.length] ?? 0);
  const at = context.currentTime + delay;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.value = 220 * 2 ** (half / 12);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

function shake(pattern: number | number[]): void {
  if (settings.now.haptics && 'vibrate' in navigator) navigator.vibrate(pattern);
}

export const feedback = {
  /** A step is shown: merges ring, the higher the larger they are; moves tick. */
  step(step: Step): void {
    const merged = step.made.filter(({ origin }) => origin.by === 'merge').map(({ value }) => value);
    if (merged.length > 0) {
      const height = Math.min(Math.round(Math.log2(Math.max(...merged))) + step.wave, 20);
      note(height, 0.06);
      if (merged.length > 1) note(height + 2, 0.1, 0.07);
      shake(Math.min(8 + 4 * merged.length, 30));
    } else if (step.gone.length > 0 && step.made.length === 0) {
      // Tiles took each other off: a fall of two notes.
      note(8 + Math.min(step.wave, 6), 0.04, 0.12);
      note(5 + Math.min(step.wave, 6), 0.12, 0.1, 0.3);
      shake([12, 30, 12]);
    } else if (step.made.some(({ origin }) => origin.by === 'burst')) {
      note(1, 0, 0.16, 0.4);
      shake([10, 30, 20]);
    } else if (step.strained.some(({ more }) => more)) {
      note(0, 0, 0.08, 0.15);
    } else if (step.moved.length > 0) {
      note(5, 0, 0.03, 0.06);
    }
  },
  blocked(): void {
    note(0, 0, 0.08, 0.1);
    shake(15);
  },
  reached(): void {
    for (const [i, height] of [5, 7, 9, 10].entries()) note(height, i * 0.11, 0.14, 0.5);
    shake([20, 40, 20, 40, 60]);
  },
  over(): void {
    for (const [i, height] of [7, 5, 3, 0].entries()) note(height, i * 0.16, 0.1, 0.5);
    shake([40, 60, 40]);
  },
};
