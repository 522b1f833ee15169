import type { Locator, Page } from '@playwright/test'
import { expectWholeRing } from '../good-screens.ts'
import { codeSentTo, newPhone } from '../people.ts'
import type { Server } from '../server.ts'
import { storedRows } from '../stored-rows.ts'
import { logsOf, tabTo } from '../study.ts'
import { expect, test } from '../test.ts'
import { CUTS, cutsOf, cutsPath, type Language, mainButton, texts } from './lesson-walk.ts'

// The other journeys have no animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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

/** Signs in for the first time, on the screen, and opens the lesson about cuts. */
async function begin(page: Page, server: Server, language: Language): Promise<void> {
  const t = texts[language]
  const phone = newPhone()
  await page.goto(`${server.origin}/?lang=${language}`)
  await page.getByLabel(t.login.phone).fill(phone)
  await page.getByRole('button', { name: t.login.send }).click()
  const code = page.getByLabel(t.login.code)
  await expect(code).toBeFocused()
  const shown = page.getByText(t.login.demoCode)
  await expect(shown).toBeVisible()
  await code.fill(codeSentTo(server, phone))
  await page.getByLabel(t.login.name).fill('نورة سالم')
  await page.getByRole('button', { name: t.login.login, exact: true }).click()

  await expect(page).toHaveURL(new RegExp(`^${server.origin}/\\?lang=${language}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('نورة سالم')
  await page.locator(`a[href*="/courses/first-aid-${language}"]`).click()
  await page.locator(`a[href*="${cutsOf(language)}"]`).click()
}

/** Expects the praise for the lesson, and closes it. */
async function expectFinished(page: Page, server: Server, language: Language): Promise<void> {
  const t = texts[language]
  await expect(page).toHaveURL(`${server.origin}/courses/first-aid-${language}?lang=${language}`)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: t.course.finished })).toBeFocused()
  await sheet.getByRole('button', { name: t.course.backToCourse }).click()
  await expect(page.locator(`.step.is-complete a[href*="${cutsOf(language)}"]`)).toBeVisible()
  const percent = language === 'ar' ? /٢٥/ : /25/
  await expect(page.getByText(percent).first()).toBeVisible()
}

/** Completes the lesson with the given way to answer each page but the first. */
async function walk(page: Page, ways: Record<string, () => Promise<void>>, press: (button: Locator) => Promise<void>) {
  for (const [index, pageId] of CUTS.entries()) {
    await expect(page.locator(`main.lesson-page-${TYPES[index]}`)).toBeVisible()
    await expect(page.locator('.lesson-progress progress')).toHaveAttribute('value', String(index + 1))
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

test('from the first visit to a finished lesson, Noura does all nine types of page by touch, in Arabic', async ({
  page,
  server,
}) => {
  const logs = logsOf(page)
  await begin(page, server, 'ar')
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
  await expectFinished(page, server, 'ar')
  await expect.poll(() => logs.length).toBe(9)
  expect(Object.fromEntries(logs.map(({ pageId, answer }) => [pageId, answer]))).toEqual(ANSWERS)
  expect(logs.map(({ pageNumber, totalPages }) => [pageNumber, totalPages])).toEqual(
    CUTS.map((_, index) => [index + 1, 9]),
  )
})

test('from the first visit to a finished lesson, Noura does all nine types of page by keyboard, and sees her answers when she returns', async ({
  page,
  server,
}) => {
  const logs = logsOf(page)
  // Animations are the same in each language, so this one is walked without them.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await begin(page, server, 'en')
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
    kinds: async () => {
      await press(page.getByRole('checkbox').first(), 'Space')
      await expectWholeRing(page.locator('.explore :focus + i'))
    },
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
  await expectFinished(page, server, 'en')
  await expect.poll(() => logs.length).toBe(9)
  expect(Object.fromEntries(logs.map(({ pageId, answer }) => [pageId, answer]))).toEqual(ANSWERS)

  await test.step('on each page is her answer when she returns, and the button is enabled at once', async () => {
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
  await test.step('the ring of the focus is whole on the rows of other courses, too', async () => {
    await page.goto(server.origin)
    const row = page.locator('.line-row').first()
    await row.focus()
    await expectWholeRing(row)
  })
})
