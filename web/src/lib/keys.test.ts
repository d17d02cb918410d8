import { expect, test } from 'vitest';
import { command, type Key } from './keys';

const dir = (name: string, ...keys: string[]) => ({ name, x: 0, y: 0, keys });
const square = [
  dir('up', 'ArrowUp', 'w', 'k', '8'),
  dir('right', 'ArrowRight', 'd', 'l', '6'),
  dir('down', 'ArrowDown', 's', 'j', '2'),
  dir('left', 'ArrowLeft', 'a', 'h', '4'),
];
const hex = [
  dir('N', 'ArrowUp', 'w'),
  dir('NE', 'e', '9'),
  dir('SE', 'd', '3'),
  dir('S', 'ArrowDown', 's'),
  dir('SW', 'a', '1'),
  dir('NW', 'q', '7'),
];
const press = (key: string, more: Partial<Key> = {}): Key => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});

test('the same letter means what the board needs', () => {
  expect(command(square, press('q'))).toEqual({ do: 'leave' });
  expect(command(hex, press('q'))).toEqual({ do: 'way', dir: 5, acts: false });
  expect(command(hex, press('ArrowLeft'))).toEqual({ do: 'no-way' });
  expect(command(square, press('D', { shiftKey: true }))).toEqual({ do: 'way', dir: 1, acts: true });
});

test('commands are those of the terminal', () => {
  const asked = ['u', 'Backspace', 'r', '?', ' ', '.', '+', '-', 'n', 'p', 'F1', 'Escape', 'Enter', '5'];
  expect(asked.map((key) => command(square, press(key))?.do)).toEqual([
    'undo',
    'undo',
    'redo',
    'hint',
    'autoplay',
    'player',
    'faster',
    'slower',
    'new',
    'replay',
    'help',
    'leave',
    'pick',
    'pick',
  ]);
});

test('keys of the browser stay the browser’s', () => {
  expect(command(square, press('r', { ctrlKey: true }))).toBeUndefined();
  expect(command(square, press('ArrowLeft', { altKey: true }))).toBeUndefined();
  expect(command(square, press('Tab'))).toBeUndefined();
});
