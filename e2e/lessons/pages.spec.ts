import type { Locator, Page } from '@playwright/test'
import { bringIn, personOf } from '../people.ts'
import { storedRows } from '../stored-rows.ts'
import { finishPage, logsOf, tabTo } from '../study.ts'
import { expect, test } from '../test.ts'
import { CUTS, cutsOf, cutsPath, mainButton, texts } from './lesson-walk.ts'

const TYPES = [
  'rich-text',
  'video',
  'multichoice',
  'multiselect',
  'explore-options',
  'match-blanks',
  'number',
  'number-text-response',
  'text-response',
]

/** The format of each answer: none, a text, a list, a list by position, a number as text. */
const ANSWERS = {
  start: null,
  pressure: null,
  'first-step': 'press',
  kit: ['gauze'],
  kinds: ['scrape'],
  words: ['pressure', 'water', 'gauze'],
  confidence: '7',
  'kit-this-year': ['7', 'مرّتين'],
  'last-time': 'ساعدتُ أخي',
}

/** Completes the lesson with the given way to answer each page but the first. */
async function walk(page: Page, ways: Record<string, () => Promise<void>>, press: (button: Locator) => Promise<void>) {
  for (const [index, pageId] of CUTS.entries()) {
    await expect(page.locator(`main.lesson-page-${TYPES[index]}`)).toBeVisible()
    await expect(page.locator('main')).not.toHaveClass(/media-page/)
    const way = ways[pageId]
    if (way) {
      await expect(mainButton(page), `${pageId} is closed`).toHaveAttribute('disabled', '')
      await way()
    }
    await expect(mainButton(page), `${pageId} is open`).toBeEnabled()
    await press(mainButton(page))
  }
}

test('Noura answers all nine types of page by touch, in Arabic', async ({ page, server }) => {
  const logs = logsOf(page)
  await bringIn(page, await personOf(server), 'ar')
  await page.goto(server.origin + cutsPath('ar'))
  const slideToSeven = async () => {
    const slider = page.getByRole('slider')
    const width = (await slider.boundingBox())?.width ?? 0
    // The thumb is 36 px wide, and the line runs from right to left.
    await slider.tap({ position: { x: width - 18 - 0.7 * (width - 36), y: 20 } })
    await expect(page.locator('output')).toHaveText('٧')
  }
  const ways = {
    pressure: async () => {
      const bar = page.getByRole('slider', { name: texts.ar.media.position })
      await expect(bar).toBeEnabled()
      // A film that begins after it was moved to its end would begin at its start.
      await expect
        .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime))
        .toBeGreaterThan(0)
      await bar.tap({ position: { x: ((await bar.boundingBox())?.width ?? 0) - 12, y: 20 } })
    },
    'first-step': () => page.getByText('أضغط بثبات').tap(),
    kit: () => page.getByText('شاش معقّم').tap(),
    kinds: () => page.getByText('خدش سطحي').tap(),
    words: async () => {
      for (const word of ['الضغط', 'ماء جارٍ', 'شاش نظيف']) await page.locator('.bank').getByText(word).tap()
    },
    confidence: slideToSeven,
    'kit-this-year': async () => {
      await slideToSeven()
      await page.getByRole('textbox').fill('مرّتين')
    },
    'last-time': async () => {
      const long = 'كلمة '.repeat(4000)
      await page.getByRole('textbox').fill('')
      await page.getByRole('textbox').focus()
      await page.keyboard.insertText(long)
      await expect(page.getByText(texts.ar.lesson.missing['too-long'])).toBeVisible()
      await expect(mainButton(page)).toBeDisabled()
      await expect(page.getByRole('textbox')).toHaveValue(long)
      await page.getByRole('textbox').fill('ساعدتُ أخي')
    },
  }
  await walk(page, ways, button => button.tap())
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-ar`)
  await expect.poll(() => logs.length).toBe(9)
  expect(Object.fromEntries(logs.map(({ pageId, answer }) => [pageId, answer]))).toEqual(ANSWERS)
  expect(logs.map(({ pageNumber, totalPages }) => [pageNumber, totalPages])).toEqual(
    CUTS.map((_, index) => [index + 1, 9]),
  )
})

test('Yousef answers all nine types of page by keyboard, and his answers are on each page when he returns', async ({
  page,
  server,
}) => {
  const logs = logsOf(page)
  await bringIn(page, await personOf(server))
  await page.goto(server.origin + cutsPath('en'))
  async function press(goal: Locator, ...keys: string[]): Promise<void> {
    await tabTo(page, goal)
    for (const key of keys) await page.keyboard.press(key)
  }
  const ways = {
    pressure: async () => {
      const bar = page.getByRole('slider', { name: 'Position' })
      await expect(bar).toBeEnabled()
      await press(bar, 'End')
    },
    'first-step': () => press(page.getByRole('radio').first(), 'Space', 'ArrowDown'),
    kit: () => press(page.getByRole('checkbox').first(), 'Space'),
    kinds: () => press(page.getByRole('checkbox').first(), 'Space'),
    words: async () => {
      for (const word of ['pressure', 'running water', 'clean gauze'])
        await press(page.locator('.bank').getByRole('button', { name: word }), 'Enter')
      // After the last word the main button is next.
      await expect(mainButton(page)).toBeFocused()
    },
    confidence: () => press(page.getByRole('slider'), 'ArrowRight', 'ArrowRight'),
    'kit-this-year': async () => {
      await press(page.getByRole('slider'), 'ArrowRight', 'ArrowRight')
      await tabTo(page, page.getByRole('textbox'))
      await page.keyboard.type('مرّتين')
    },
    'last-time': async () => {
      await tabTo(page, page.getByRole('textbox'))
      await page.keyboard.type('ساعدتُ أخي')
    },
  }
  await walk(page, ways, button => press(button, 'Enter'))
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en`)
  await expect.poll(() => logs.length).toBe(9)
  expect(Object.fromEntries(logs.map(({ pageId, answer }) => [pageId, answer]))).toEqual(ANSWERS)

  await test.step('on each page is his answer when he returns, and the button is enabled at once', async () => {
    await expect.poll(() => storedRows(page, 'step-by-step-outbox', 'letters')).toEqual([])
    logs.length = 0
    await page.goto(server.origin + cutsPath('en'))
    const shown: Record<string, () => Promise<void>> = {
      'first-step': () => expect(page.getByRole('radio', { name: /Press firmly/ })).toBeChecked(),
      kit: () => expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1),
      kinds: () => expect(page.getByText('Only the top of the skin')).toBeVisible(),
      words: () => expect(page.locator('.slot')).toHaveText(['pressure', 'running water', 'clean gauze']),
      confidence: () => expect(page.getByRole('slider')).toHaveValue('7'),
      'kit-this-year': async () => {
        await expect(page.getByRole('slider')).toHaveValue('7')
        await expect(page.getByRole('textbox')).toHaveValue('مرّتين')
      },
      'last-time': () => expect(page.getByRole('textbox')).toHaveValue('ساعدتُ أخي'),
    }
    for (const [index, pageId] of CUTS.entries()) {
      await expect(page.locator(`main.lesson-page-${TYPES[index]}`)).toBeVisible()
      await expect(mainButton(page)).toBeEnabled()
      await shown[pageId]?.()
      await mainButton(page).click()
    }
    await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en`)
    expect(logs, 'nothing new was said').toEqual([])
  })
})

test("Rania's drafts and her oldest answers are still there", async ({ page, server }) => {
  const rania = await personOf(server)
  await finishPage(rania, cutsOf('en'), 'kit', 'gauze|Plasters')
  await finishPage(rania, cutsOf('en'), 'kinds', 'scrape|A clean, straight cut')
  await finishPage(rania, cutsOf('en'), 'first-step', 'Press firmly and leave the cloth in place')
  await finishPage(rania, cutsOf('en'), 'kit-this-year')
  await bringIn(page, rania)

  await test.step('a draft is there after a reload', async () => {
    await page.goto(`${server.origin}${cutsPath('en')}/9`)
    await page.getByRole('textbox').fill('Half a sent')
    await page.reload()
    await expect(page.getByRole('textbox')).toHaveValue('Half a sent')
    await expect(mainButton(page)).toBeEnabled()
  })

  await test.step('lists joined by a bar, and answers named by their texts, are read', async () => {
    await page.goto(`${server.origin}${cutsPath('en')}/3`)
    await expect(page.getByRole('radio', { name: /Press firmly/ })).toBeChecked()
    await mainButton(page).click()
    for (const name of ['Sterile gauze', 'Plasters']) await expect(page.getByLabel(name)).toBeChecked()
    await mainButton(page).click()
    await expect(page.locator('.explore.is-open')).toHaveCount(2)
  })
})
