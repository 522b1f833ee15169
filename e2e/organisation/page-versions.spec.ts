import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openOriginals } from '../../api/courses/files/originals.ts'
import { importCourse } from '../../api/courses/import.ts'
import { publisherFor } from '../../api/media/publish.ts'
import { withDatabase } from '../command.ts'
import { expectGoodOnBoth, inBothLanguages } from '../good-screens.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner } from '../people.ts'
import type { Server } from '../server.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'
import { writeReportRows } from './report-rows.ts'

/** The third answer of the question, before and after the change. */
const WORDS = { ar: ['أضع مسحوقًا', 'أضع طحينًا'], en: ['Put powder', 'Put flour'] } as const

test('Reem sees a page before and after a change side by side in both languages, with the numbers of each', async ({
  own,
  page,
}) => {
  const reem = await firstOwner(own)
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/reports/versions?lesson=first-aid-ar-cuts&page=kit`)
  await inBothLanguages(page, async language => {
    await goInside(page, `/org/reports/versions?lesson=first-aid-${language}-cuts&page=kit`)
    await expect(page.getByText(texts[language].reports.pageVersions.oneVersion)).toBeVisible({ timeout: 40_000 })
  })
  for (const language of ['ar', 'en'] as const) {
    const course = `first-aid-${language}`
    const [before, after] = WORDS[language]
    await importChanged(own, course, before, after)
    await writeReportRows(own, `${course}-cuts`, { secondVersionSinceDays: 12 })
  }
  await page.goto(`${own.origin}/org/reports/question`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inBothLanguages(page, language => compareVersions(page, language))
})

async function compareVersions(page: Page, language: Language): Promise<void> {
  const t = texts[language].reports
  const course = `first-aid-${language}`
  const [before, after] = WORDS[language]
  // With an incomplete link, the screen asks for what is missing.
  await goInside(page, '/org/reports/question')
  await expect(page.getByText(t.question.which)).toBeVisible()
  await goInside(page, '/org/reports/versions')
  await expect(page.getByText(t.pageVersions.chooseLessonAbout)).toBeVisible()
  await expect(page.getByRole('button', { name: t.again })).toHaveCount(0)
  await expectGoodOnBoth(page, 'two versions without a lesson')
  await page.getByRole('combobox', { name: t.lesson }).selectOption(`${course}-cuts`)
  await expect(page).toHaveURL(new RegExp(`lesson=${course}-cuts`))
  await expect(page.locator('.page-versions')).toBeVisible()

  await goInside(page, `/org/reports/courses?course=${course}&days=90`)
  await page.getByRole('link', { name: t.pageVersions.compare }).click()
  await expect(page).toHaveURL(/reports\/versions\?/)
  await goInside(page, `/org/reports/question?lesson=${course}-cuts&page=first-step&days=90`)
  await page.getByRole('link', { name: t.pageVersions.compare }).click()
  const sides = page.locator('.page-versions > section')
  await expect(sides).toHaveCount(2)
  await expect(sides.nth(0)).toContainText(before)
  await expect(sides.nth(0)).not.toContainText(after)
  await expect(sides.nth(1)).toContainText(after)
  for (const side of await sides.all()) await expect(side.getByText(t.question.firstPicks)).toBeVisible()
  await expectGoodOnBoth(page, 'a page in two versions')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await saving).suggestedFilename()).toBe('report-versions.xlsx')

  await page.getByRole('combobox').nth(2).selectOption('1')
  await expect(page).toHaveURL(/a=1&b=1/)
  await expect(page.getByText(t.pageVersions.samePage)).toBeVisible()
  await page.getByRole('combobox').nth(0).selectOption('last-time')
  await expect(sides.first().getByText(t.pageVersions.noAnswers['too-few'].slice(0, 12))).toBeVisible()
  await expectGoodOnBoth(page, 'a page without answers in two versions')
}

async function importChanged(server: Server, course: string, before: string, after: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'course-'))
  try {
    cpSync(`courses/${course}`, folder, { recursive: true })
    const file = join(folder, 'lessons/02-cuts.yaml')
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(before)
    writeFileSync(file, text.replaceAll(before, after))
    await withDatabase(server, async (db, config) => {
      // The films have no sizes, as on a first start: to make them would take most of this journey.
      await importCourse(db, folder, { originals: await openOriginals(config), publisher: await publisherFor(config) })
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
