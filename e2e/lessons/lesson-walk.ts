import { expect, type Locator, type Page } from '@playwright/test'
import arabic from '../../contract/texts/ar.json' with { type: 'json' }
import english from '../../contract/texts/en.json' with { type: 'json' }

/** The languages of the demo courses, in which the journeys run. The app may have more. */
export type Language = 'ar' | 'en'
export const texts = { ar: arabic, en: english }

/** Page ids of the lesson about cuts, which has each type of page once. */
export const CUTS = [
  'start',
  'pressure',
  'first-step',
  'kit',
  'kinds',
  'words',
  'confidence',
  'kit-this-year',
  'last-time',
]
export const cutsOf = (language: Language) => `first-aid-${language}-cuts`
export const cutsPath = (language: Language) => `/courses/first-aid-${language}/lessons/${cutsOf(language)}`

/** The only main button of a page. */
export function mainButton(page: Page): Locator {
  return page.locator('.bottom-bar .bottom-bar-row > button.btn')
}

/** Answers the open page correctly, by touch. The main button is enabled afterwards. */
export const answer: Record<string, (page: Page, language: Language) => Promise<void>> = {
  start: async () => {},
  pressure: page => watchToTheEnd(page),
  'first-step': page => page.getByRole('radio').nth(1).check(),
  kit: page => page.getByRole('checkbox').first().check(),
  kinds: page => page.getByRole('checkbox').first().check(),
  words: page => fillWords(page),
  confidence: page => touchSlider(page, 'confidence'),
  'kit-this-year': async (page, language) => {
    await touchSlider(page, 'kit-this-year')
    await page.getByRole('textbox').fill(language === 'ar' ? 'مرّتين هذا العام' : 'Twice this year')
  },
  'last-time': async (page, language) => {
    await shown(page, 'last-time')
    await page
      .getByRole('textbox')
      .fill(language === 'ar' ? 'ساعدتُ أخي في المطبخ' : 'I helped my brother in the kitchen')
  },
}

/** Waits for the page itself: the URL changes earlier, and the former page may also have a slider and a text. */
export async function shown(page: Page, pageId: string): Promise<void> {
  await expect(page.locator(`#go-on-${pageId}`)).toBeVisible()
}

/** Plays the end of a film: a test need not watch all of its eight seconds. */
async function watchToTheEnd(page: Page): Promise<void> {
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    if (video.readyState < 1)
      await new Promise(resolve => video.addEventListener('loadedmetadata', resolve, { once: true }))
    video.currentTime = video.duration - 0.3
    await video.play()
  })
  await expect(mainButton(page)).toBeEnabled({ timeout: 20_000 })
}

/** Puts the words in the right order, which is that of the course file: pressure, water, gauze. */
async function fillWords(page: Page): Promise<void> {
  const words = (await page.locator('.bank .chip').first().textContent())?.match(/[a-z]/i)
    ? ['pressure', 'running water', 'clean gauze']
    : ['الضغط', 'ماء جارٍ', 'شاش نظيف']
  for (const word of words) await page.locator('.bank').getByRole('button', { name: word, exact: true }).click()
}

async function touchSlider(page: Page, pageId: string): Promise<void> {
  await shown(page, pageId)
  // The last one, because a sound above it has a slider, too.
  await page.getByRole('slider').last().focus()
  await page.keyboard.press('End')
}
