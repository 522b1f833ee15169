import type { Page } from '@playwright/test'
import { changeName } from '../../contract/account.ts'
import { doubleLetters, sizes } from '../good-screens.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, personByPhone } from '../people.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'
import { writeReportRows } from './report-rows.ts'

const SMALLEST_TARGET_PX = 44

function screensOf(course: string, uid: string): string[] {
  const lesson = `lesson=${course}-cuts&page=first-step`
  const screens = ['', '/people', `/people/${uid}`, '/invite', '/team', '/search?q=a', '/courses']
  const reports = [
    '',
    `/courses?course=${course}`,
    '/questions',
    `/question?${lesson}`,
    '/mentors',
    '/silent',
    '/voices',
  ]
  const ofCourse = [`/courses/${course}/versions`, `/courses/${course}/edit`, '/import', '/settings', '/log']
  return [...screens, ...reports.map(one => `/reports${one}`), ...ofCourse]
}

test('on the smallest phone each screen of the organisation fits, also with text twice as large, its targets are large enough and its words whole, in both languages', async ({
  own,
  page,
}) => {
  test.slow()
  const reem = await firstOwner(own)
  const noura = await personByPhone(own)
  for (const language of ['ar', 'en']) await writeReportRows(own, `first-aid-${language}-cuts`)
  await bringIn(page, reem, 'ar')
  for (const [language, name] of [
    ['ar', 'نورة'],
    ['en', 'Noura'],
  ] as const) {
    await noura.call(changeName, { body: { name } })
    await page.goto(`${own.origin}/org?lang=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (language === 'ar')
      await test.step('the buttons above people and courses, and the way between the sides, are no columns of letters', () =>
        expectLines(page))
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of screensOf(`first-aid-${language}`, noura.session.uid)) {
      await goInside(page, `/org${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect.soft(await sticksOutBy(page), `${path} sticks out`).toBe(0)
      expect.soft(await smallTargets(page), `${path}: small targets`).toEqual([])
      await doubleLetters(page)
      expect.soft(await brokenWords(page), `${path}: broken words`).toEqual([])
      expect.soft(await sticksOutBy(page), `${path} with large letters sticks out`).toBe(0)
      await doubleLetters(page, false)
    }
    await test.step('the words beside a circle or a tick stay whole, or stand below it', async () => {
      await goInside(page, '/org/team?invite=coordinator')
      await expect(page.getByRole('dialog')).toBeVisible()
      await doubleLetters(page)
      expect.soft(await brokenWords(page), 'invitation to the team').toEqual([])
      await doubleLetters(page, false)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }
  await test.step('a wide screen whose browser has letters twice as large has no columns of letters', async () => {
    await page.setViewportSize(sizes.wide)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    for (const path of ['/people', '/courses', '/reports/mentors']) {
      await goInside(page, `/org${path}`)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      if (path === '/reports/mentors') await page.getByRole('button', { name: 'Table' }).click()
      await expect(page.locator('.table').first()).toBeVisible()
      expect.soft(await brokenWords(page), `${path}: broken words`).toEqual([])
      expect.soft(await sticksOutBy(page), `${path} sticks out`).toBe(0)
    }
    await test.step('a keyboard sorts people by a list in place of the heads, and by the heads where they are', async () => {
      await goInside(page, '/org/people')
      const [order, heads] = [page.getByRole('combobox', { name: 'Sort' }), page.getByRole('columnheader')]
      await order.press('ArrowDown')
      await expect(page).toHaveURL(/people\?reversed/)
      await expect(order).toBeFocused()
      await expect(heads.getByRole('button')).toHaveCount(0)
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
      await expect(order).toBeHidden()
      await heads.getByRole('button', { name: 'Name' }).press('Enter')
      await expect(page).toHaveURL(/sort=name$/)
    })
  })
})

function sticksOutBy(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** Targets that are too small for a finger. Links in sentences do not count: they may be as high as their line. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(least => {
    const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=switch]')]
    return targets.flatMap(target => {
      const own = target.closest('label') ?? target
      const { width, height } = own.getBoundingClientRect()
      // On a phone the head of a table is hidden, because each row is a card.
      const isShown =
        !target.closest('thead') && width > 1 && height > 1 && target.checkVisibility({ visibilityProperty: true })
      const inSentence = target.closest('p, dd, li > span, th, td, .who') !== null && target.localName === 'a'
      if (!isShown || inSentence || (height >= least - 0.5 && width >= 24)) return []
      return [`${target.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`]
    })
  }, SMALLEST_TARGET_PX)
}

/** Words of our own texts that stand on two lines. What people typed, e-mail addresses and file names may be broken. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, button, a, summary, legend, label, td')].flatMap(element => {
      if (!element.checkVisibility({ visibilityProperty: true })) return []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement
        if (parent?.closest('.visually-hidden, thead, bdi, svg, [aria-hidden=true]')) continue
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{M}]{2,}/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const tops = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
          )
          if (tops.size > 1) broken.push(`${element.localName}.${element.className} ${word}`)
        }
      }
      return [...new Set(broken)]
    }),
  )
}

/** Expects whole lines on a phone of the usual size. */
async function expectLines(page: Page): Promise<void> {
  await page.setViewportSize(sizes.phone)
  await doubleLetters(page)
  for (const path of ['/people', '/courses']) {
    await goInside(page, `/org${path}`)
    await expect(page.locator('.header-acts .btn').first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    for (const control of [...(await page.locator('.header-acts .btn').all()), page.locator('.side-switch')]) {
      const { height = 0 } = (await control.boundingBox()) ?? {}
      expect.soft(height, `${path}: ${await control.innerText()}`).toBeLessThan(170)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
  await doubleLetters(page, false)
}
