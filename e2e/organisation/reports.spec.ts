import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { withdrawCourseCommand } from '../../api/commands/courses/withdraw-course.ts'
import { readWorkbook } from '../../api/organisation/reports/files/testing-workbook.ts'
import { getDraft } from '../../contract/organisation/drafts.ts'
import { command } from '../command.ts'
import { expectGoodOnBoth, inBothLanguages } from '../good-screens.ts'
import type { Language } from '../lessons/lesson-walk.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, type Person } from '../people.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'
import { writeReportRows } from './report-rows.ts'

const COURSE = 'first-aid-ar'

const WORDS = {
  ar: {
    answer: /^الإجابة [٠-٩]+$/,
    powder: 'قهوة مطحونة',
    chose: /اختار هذه الإجابة نحو ٢٠ متعلّمًا/,
    another: 'إجابة مختلفة',
    wording: 'الصياغة فقط',
    undo: 'تراجع',
    deleteThird: 'حذف الإجابة ٣',
    keep: 'إبقاؤها',
    reports: 'التقارير',
    overview: 'نظرة عامة',
    courses: 'الدورات',
    questions: 'الأسئلة',
    mentors: 'الإرشاد',
    silent: 'الصامتون',
    noneThatLong: 'ولم يبقَ أحد هذه المدّة بلا بداية.',
    voices: 'أصوات تنتظر',
    stops: /أكثر من توقّفوا، توقّفوا عند/,
    table: 'جدول',
    seeAnswers: 'عرض الإجابات',
    tempting: /كثيرون يختارون/,
    late: /أكثر ممّا نسعى إليه: يومان/,
    awake: 'بلا الليل والعطلة',
    digits: ['٠٩٠١', '٠٩٠٢'],
    whoStopped: /قبل «/,
    waits: /تسجيلان ينتظران من يسمعهما/,
    nothing: 'لا شيء في هذه الأيام',
    nearest: 'عرض الأيام حوله',
    offline: /^حتى .*، بلا اتصال$/,
    noConnection: 'لا يوجد اتصال. يظهر التقرير عند عودته.',
  },
  en: {
    answer: /^Answer [0-9]+$/,
    powder: 'Ground coffee',
    chose: /About 20 learners chose this/,
    another: 'A different answer',
    wording: 'Only the wording',
    undo: 'Undo',
    deleteThird: 'Delete answer 3',
    keep: 'Keep it',
    reports: 'Reports',
    overview: 'Overview',
    courses: 'Courses',
    questions: 'Questions',
    mentors: 'Mentors',
    silent: 'Silent',
    noneThatLong: 'Nobody has been here that long without beginning.',
    voices: 'Voices waiting',
    stops: /Most who stopped, stopped at/,
    table: 'Table',
    seeAnswers: 'See the answers',
    tempting: /Many pick .* first, and it is wrong/,
    late: /longer than our aim of 2 days/,
    awake: 'Without nights and weekends',
    digits: ['0901', '0902'],
    whoStopped: /Before “/,
    waits: /2 recordings wait to be heard/,
    nothing: 'Nothing in these days',
    nearest: 'Show the days around it',
    offline: /^As of .*, offline$/,
    noConnection: 'There is no connection. The report comes when it is back.',
  },
} as const

test('Reem reads the reports in both languages, saves one as a file, and sees the last picture without a connection', async ({
  own,
  page,
}) => {
  const reem = await firstOwner(own)
  await writeReportRows(own, `${COURSE}-cuts`)
  await bringIn(page, reem, 'ar')

  await page.goto(`${own.origin}/org`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inBothLanguages(page, language => readReports(page, language))
  await test.step('the days can be typed, also where the first digits are another day', () => typeDays(page))

  await page.goto(`${own.origin}/org/reports?from=2020-01-01&to=2020-01-07`)
  const present = await inBothLanguages(page, async language => {
    await expect(page.getByText(WORDS[language].nothing)).toBeVisible()
    await expect(page.getByRole('button', { name: WORDS[language].nearest })).toBeVisible()
  })
  await page.getByRole('button', { name: WORDS[present].nearest }).click()
  await expect(page.locator('.track').first()).toBeVisible()
  await expectLastFiguresMeanwhile(page, () => page.getByRole('combobox').first().selectOption('90'))
  await expect(page).toHaveURL(/days=90/)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')

  await inBothLanguages(page, async language => {
    // The editor has no menu to switch the language in.
    await goInside(page, `/org/courses/${COURSE}/edit/${COURSE}-cuts/first-step`)
    await changeThirdAnswer(page, reem, language)
    await goInside(page, '/org/reports?days=90')
  })
  await test.step('a withdrawn course can be chosen, and its figures stand under its name', async () => {
    await command(own, withdrawCourseCommand, COURSE)
    await goInside(page, `/org/reports/courses?course=${COURSE}`)
    await page.reload()
    await expect(page.locator('.track').first()).toBeVisible()
    await expect(page.locator('select').nth(1).locator(':checked')).toHaveText('الإسعافات الأولية في المنزل')
    await goInside(page, '/org/reports?days=90')
  })
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')

  await own.stop()
  await inBothLanguages(page, async language => {
    const t = WORDS[language]
    await tab(page, language, 'courses').click()
    await expect(page.getByText(t.noConnection)).toBeVisible({ timeout: 20_000 })
    await expectGoodOnBoth(page, 'a report without a connection')
    await tab(page, language, 'overview').click()
    await expect(page.getByText(t.offline)).toBeVisible({ timeout: 20_000 })
    await expectGoodOnBoth(page, 'the last picture')
  })
})

function tab(
  page: Page,
  language: Language,
  name: 'courses' | 'mentors' | 'overview' | 'questions' | 'silent' | 'voices',
) {
  const t = WORDS[language]
  return page.getByRole('navigation', { name: t.reports }).getByRole('link', { name: t[name] })
}

async function readReports(page: Page, language: Language): Promise<void> {
  const t = WORDS[language]
  await goInside(page, '/org')
  await page.getByRole('link', { name: t.reports }).first().click()
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.locator('.track') })
      .first(),
    'the first report begins a thread of the server',
  ).toBeVisible({ timeout: 40_000 })
  await expectGoodOnBoth(page, 'overview')

  await goInside(page, `/org/reports/courses?course=${COURSE}`)
  await expect(page.getByText(t.stops)).toBeVisible()
  await expectGoodOnBoth(page, 'courses')
  const workbook = await saved(page, () => page.getByRole('button', { name: 'Excel' }).press('Enter'))
  expect(workbook.name).toMatch(/^report-courses-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.xlsx$/)
  const { isRightToLeft, rows } = await readWorkbook(workbook.bytes)
  expect([isRightToLeft, rows.length]).toEqual([language === 'ar', 10])
  const csv = await saved(page, () => page.getByRole('button', { name: 'CSV' }).click())
  expect(csv.name).toBe(workbook.name.replace('.xlsx', '.csv'))
  expect(csv.bytes.toString().trim().split('\r\n')).toHaveLength(10)
  await page.getByRole('button', { name: t.table }).first().click()
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(10)
  await expectGoodOnBoth(page, 'courses as a table')

  await tab(page, language, 'questions').click()
  await page.getByRole('link', { name: t.seeAnswers }).click()
  await expect(page.getByText(t.tempting)).toBeVisible()
  await expectGoodOnBoth(page, 'a question')

  await tab(page, language, 'mentors').click()
  await expect(page.getByText(t.late)).toBeVisible()
  await page.getByRole('switch', { name: t.awake }).click()
  await expect(page).toHaveURL(/awake=1/)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
  // The chart and the table below it distinguish the two mentors with the same name.
  for (const digits of t.digits) await expect(page.getByText(`…\u2060${digits}`)).toHaveCount(3)
  await expectGoodOnBoth(page, 'mentors')

  await tab(page, language, 'silent').click()
  await page.locator('summary').filter({ hasText: t.whoStopped }).first().click()
  await expect(page.getByRole('link', { name: /^(Omar|نورة) \d+$/ }).first()).toBeVisible()
  // New people have not begun either. The sentence is only about people who have been here that long.
  await expect(page.getByText(t.noneThatLong)).toBeVisible()
  await expectGoodOnBoth(page, 'silent')

  await tab(page, language, 'voices').click()
  await expect(page.getByText(t.waits)).toBeVisible()
  await expectGoodOnBoth(page, 'voices')
}

async function saved(page: Page, press: () => Promise<void>) {
  const saving = page.waitForEvent('download')
  await press()
  const download = await saving
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

async function typeDays(page: Page): Promise<void> {
  await goInside(page, '/org/reports?from=2026-01-10&to=2026-02-20')
  await page.getByLabel('To', { exact: true }).focus()
  // This browser expects month, day and year.
  await page.keyboard.type('02152026')
  await expect(page).toHaveURL(/from=2026-01-10&to=2026-02-15$/)
  await page.getByLabel('From', { exact: true }).focus()
  await page.keyboard.type('02012026')
  await expect(page).toHaveURL(/from=2026-02-01&to=2026-02-15$/)
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-02-01')
  // Both days count, also if the second one comes before the first one is drawn.
  const from = await page.getByLabel('From', { exact: true }).elementHandle()
  await page.getByLabel('To', { exact: true }).evaluate((to: HTMLInputElement, from) => {
    for (const [field, day] of [
      [to, '2026-02-18'],
      [from as HTMLInputElement, '2026-02-03'],
    ] as const) {
      field.valueAsDate = new Date(day)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, from)
  await expect(page).toHaveURL(/from=2026-02-03&to=2026-02-18$/)
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-02-18')
}

/**
 * Changes an answer that learners chose. The editor says how many chose it, and asks whether it still means the same.
 */
async function changeThirdAnswer(page: Page, reem: Person, language: Language): Promise<void> {
  const t = WORDS[language]
  const answers = page.getByRole('textbox', { name: t.answer })
  await answers.nth(2).fill(t.powder)
  await expect(page.getByText(t.chose)).toBeVisible()
  await expectGoodOnBoth(page, 'an answer that learners chose')
  await page.getByRole('button', { name: t.another }).click()
  await expect(page.getByText(t.chose)).toBeHidden()
  await expect(answers.nth(2)).toHaveValue(t.powder)
  await page.getByRole('button', { name: t.undo, exact: true }).click()
  await page.getByRole('button', { name: t.wording }).click()
  await expect(page.getByText(t.chose)).toBeHidden()
  const third = async () => {
    const { lessons } = (await reem.call(getDraft, { params: { id: COURSE } })).data
    const { options } = lessons[1]?.pages.find(({ key }) => key === 'first-step')?.fields ?? {}
    return (options as { answers: { id: string; text: string }[] }).answers.map(({ id, text }) => [id, text])[2]
  }
  await expect.poll(third).toEqual(['powder', t.powder])
  await page.getByRole('button', { name: t.deleteThird }).click()
  await expect(page.getByText(t.chose)).toBeVisible()
  await page.getByRole('button', { name: t.keep }).click()
  await expect(answers.nth(2)).toBeFocused()
}

/** Expects the last figures, dimmed, until those of the new choice are loaded. */
async function expectLastFiguresMeanwhile(page: Page, choose: () => Promise<unknown>) {
  const total = page.locator('.totals dd').first()
  const shown = await total.innerText()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/org\/v1\/reports\/overview/, async route => {
    await isReleased
    await route.continue()
  })
  await choose()
  const region = page.locator('.report-body')
  await expect(region).toHaveAttribute('aria-busy', 'true')
  await expect(total).toBeVisible()
  expect(await total.innerText()).toBe(shown)
  await expect
    .poll(() => total.evaluate(one => getComputedStyle(one.closest('.totals') as Element).opacity))
    .toBe('0.45')
  expect(await region.evaluate(one => getComputedStyle(one).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  release()
  await expect(region).toHaveAttribute('aria-busy', 'false')
  await page.unroute(/\/org\/v1\/reports\/overview/)
}
