// The daily challenge: its first try counts, later ones are practice, and days in a row make a streak.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { address, useBrowser, visit } from './arcade';
import { same, turnByKeys } from './board';
import { daily, Session } from './mirror';

const browser = useBrowser();

const DAY = 86_400_000;
/** A day whose challenge is over after five turns when it is played as these tests play. */
const FIRST = Date.UTC(2026, 10, 6, 23, 30);

/** Goes to the menu at a time. */
async function menuAt(page: Page, time: number): Promise<void> {
  await page.clock.setFixedTime(time);
  await page.goto(address());
  await page.reload();
}

/** Plays the challenge of a day in the page, from the menu, until it is over or that many turns are made. */
async function playDaily(page: Page, time: number, turns = Number.POSITIVE_INFINITY): Promise<Session> {
  const { preset, seed, date } = daily(Math.floor(time / DAY));
  await page.goto(address(`#/play/daily-${date}`));
  const play = Session.start(preset, seed);
  await same(page, play);
  while (play.view().phase !== 'over' && play.view().turn < turns) await turnByKeys(page, play);
  return play;
}

/** What the statistics say of the challenges. */
async function panel(page: Page): Promise<{ streak: string; days: string[] }> {
  await page.goto(address('#/stats'));
  const section = page.getByRole('region', { name: 'Daily challenges' });
  const streak = await section.getByText(/^Streak/).innerText();
  const days = section.locator('li.done, li.late');
  return { streak, days: await days.locator('.heard').allTextContents() };
}

test('the first try of a day counts, later ones are practice, and days make a streak', async () => {
  const page = await visit(browser());
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void (document.title = text) },
    });
  });
  await menuAt(page, FIRST);
  await page.getByText('The same board and the same luck for everybody, today.').waitFor();
  const play = await playDaily(page, FIRST);
  const [points, turns] = [play.view().score, play.view().turn];
  const end = page.getByRole('region', { name: 'Notice' });
  await end.getByRole('heading', { name: 'Game over' }).waitFor();
  await end.getByRole('button', { name: 'Share' }).click();
  await end.getByText('The result is on the clipboard.').waitFor();
  // The result gives no action away, and leads to the same challenge.
  const [text, link] = (await page.title()).split(/, best tile \d+ /);
  expect(text).toBe(`Merge3, daily 2026-11-06 ${points} points in ${turns} turns`);
  expect(link).toBe(address('#/play/daily-2026-11-06'));

  // Once more: the score is another try's, the result of the day stays.
  await end.getByRole('button', { name: 'Practise' }).click();
  const begin = page.getByRole('button', { name: 'Begin' });
  await same(page, Session.start('merge3', daily(Math.floor(FIRST / DAY)).seed));
  await playDaily(page, FIRST);
  await end.getByText('Practice: the first try of the day counts.').waitFor();
  await end.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.title()).toContain('Merge3, daily 2026-11-06, practice');
  const result = `2026-11-06: Merge3, ${points} points in ${turns} turns`;
  expect(await panel(page)).toEqual({
    streak: 'Streak: 1, played in all: 1',
    days: [`${result}, then 1 in practice`],
  });

  // The next day in UTC is half an hour later. Given up, it counts as it is.
  await menuAt(page, FIRST + DAY / 24);
  await playDaily(page, FIRST + DAY / 24, 1);
  await page.keyboard.press('n');
  await begin.waitFor();
  await page.keyboard.press('Enter');
  await begin.waitFor({ state: 'hidden' });
  const { streak, days } = await panel(page);
  expect(streak).toBe('Streak: 2, played in all: 2');
  expect(days[1]).toMatch(/^2026-11-07: Merge3 Doubling, \d+ points in 1 turn$/);

  // A day without a try ends the streak; a try of a past day does not mend it.
  await menuAt(page, FIRST + 3 * DAY);
  expect((await panel(page)).streak).toBe('Streak: 0, played in all: 2');
  await playDaily(page, FIRST + 2 * DAY, 1);
  await page.keyboard.press('n');
  await begin.waitFor();
  await page.keyboard.press('Enter');
  await begin.waitFor({ state: 'hidden' });
  const late = await panel(page);
  expect(late.streak).toBe('Streak: 0, played in all: 3');
  expect(await page.locator('li.late').count()).toBe(1);
});
