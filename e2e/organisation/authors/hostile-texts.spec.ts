import type { Page } from '@playwright/test'
import { changeName } from '../../../contract/account.ts'
import { checkDraft } from '../../../contract/organisation/checking/findings.ts'
import { listVersions, publishCourse } from '../../../contract/organisation/course-versions.ts'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { type Draft, editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import type { DraftPath } from '../../../contract/organisation/edits.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner, type Person } from '../../people.ts'
import { finishPage, goInside } from '../../study.ts'
import { expect } from '../../test.ts'

/** Each part would write `window.ran` if a browser ran it. */
const HOSTILE =
  '<img src=x onerror="ran=1"><svg onload="ran=2"></svg><script>ran=3</script>"><iframe srcdoc="<script>parent.ran=4</script>"></iframe>' +
  '<a href="javascript:ran=5">tap</a><style>*{background:url(javascript:ran=6)}</style>[link](javascript:ran=7) '

// This journey needs no ffmpeg, because the sizes of a film have no text.
test.use({ settings: { PATH: '/nowhere' } })

test('a script in any field of a course runs neither in the editor, the preview and the comparison, nor at a learner’s', async ({
  ownProcess: own,
  page,
  watch,
}) => {
  // Browsers report this when the cleaner reads the text in a document that runs nothing.
  watch.expected.push(/violates the following Content Security Policy directive/)
  const reem = await firstOwner(own)
  await reem.call(changeName, { body: { name: `Reem ${HOSTILE}`.slice(0, 50) } })
  const { id } = (await reem.call(createCourse, { body: { title: 'Copy', language: 'en', copyOf: 'first-steps-en' } }))
    .data
  await publish(reem, id)
  const { written, lessons } = await writeEverywhere(reem, id)
  expect(written).toBeGreaterThan(20)

  await bringIn(page, reem, 'en')
  const org = `/org/courses/${id}`
  const first = lessons[0] as Draft['lessons'][number]
  await page.goto(`${own.origin}/org/courses`)
  await expectQuiet(page)
  for (const path of [`${org}/edit`, ...editorPaths(org, lessons), `${org}/edit/${first.key}?walk`])
    await expectQuietInside(page, path)
  await publish(reem, id)
  for (const path of [
    `${org}/versions`,
    `${org}/compare?a=1&b=2`,
    '/org/log',
    '/org/search?q=img',
    '/org/reports/courses',
    '/courses',
    `/courses/${id}`,
  ])
    await expectQuietInside(page, path)
  const seen = new Set<unknown>()
  for (const lesson of lessons) {
    // Nobody can open a page before they have finished the former page.
    await finishPage(reem, lesson.key, lesson.pages.at(-1)?.key ?? '')
    for (const [index, { fields }] of lesson.pages.entries()) {
      const path = `/courses/${id}/lessons/${lesson.key}/${index + 1}`
      // The words of a page are shown before the app is ready. To test that, the first page of each lesson, and one
      // page of each type, is loaded by its URL.
      if (index === 0 || !seen.has(fields.type)) await page.goto(own.origin + path)
      else await goInside(page, path)
      seen.add(fields.type)
      await expect(page.locator('.lesson-progress progress')).toHaveAttribute('value', String(index + 1))
      await expectQuiet(page)
    }
  }
})

function editorPaths(org: string, lessons: Draft['lessons']): string[] {
  return lessons.flatMap(({ key, pages }) => pages.map(page => `${org}/edit/${key}/${page.key}`))
}

async function expectQuietInside(page: Page, path: string): Promise<void> {
  await goInside(page, path)
  await expectQuiet(page)
  expect(page.url().slice(-path.length)).toBe(path)
}

/** Waits until the page has loaded. Expects that no code of the texts ran and none of their elements is in the page. */
async function expectQuiet(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
  const found = await page.evaluate(() => ({
    ran: (window as { ran?: number }).ran,
    elements: document.querySelectorAll(
      'main iframe, main script, main style, main [onerror], main [onload], main a[href^="javascript"]',
    ).length,
  }))
  expect(found, page.url()).toEqual({ ran: undefined, elements: 0 })
}

/** Publishes the course. Tries again until the server has examined the film of the copied course. */
async function publish({ call }: Person, id: string): Promise<void> {
  await expect(async () => {
    const { revision } = (await call(getDraft, { params: { id } })).data
    const version = (await call(listVersions, { params: { id } })).data[0]?.number ?? null
    await call(publishCourse, { params: { id }, body: { to: 'everybody', revision, version } })
  }).toPass({ timeout: 30_000 })
}

/** Puts `HOSTILE` before each text of the course. The server refuses it where the format has no place for it. */
async function writeEverywhere({ call }: Person, id: string) {
  const draft = (await call(getDraft, { params: { id } })).data
  const paths = [
    ...texts(['course'], draft.course),
    ...draft.lessons.flatMap(lesson => [
      ...texts(['lessons', lesson.key], lesson.fields),
      ...lesson.pages.flatMap(({ key, fields }) => texts(['lessons', lesson.key, 'pages', key], fields)),
    ]),
  ]
  let written = 0
  for (let begin = 0; begin < paths.length; begin += 100) {
    const edits = paths.slice(begin, begin + 100).map(({ path, value }) => ({
      id: crypto.randomUUID(),
      at: Date.now(),
      change: { op: 'set' as const, path, from: value, to: HOSTILE + value },
    }))
    const { revision } = (await call(getDraft, { params: { id } })).data
    const { results } = (await call(editDraft, { params: { id }, body: { since: revision, edits } })).data
    written += results.filter(({ outcome }) => outcome === 'done').length
  }
  // Texts with which the course would have a mistake get their former value back.
  const { findings } = (await call(checkDraft, { params: { id }, query: {} })).data
  const wrong = paths.filter(({ path }) =>
    findings.some(({ isMistake, path: at }) => isMistake && at?.join() === path.join()),
  )
  const { revision } = (await call(getDraft, { params: { id } })).data
  const edits = wrong.map(({ path, value }) => ({
    id: crypto.randomUUID(),
    at: Date.now(),
    change: { op: 'set' as const, path, from: HOSTILE + value, to: value },
  }))
  await call(editDraft, { params: { id }, body: { since: revision, edits } })
  return { written: written - wrong.length, lessons: (await call(getDraft, { params: { id } })).data.lessons }
}

/** The names of types and files are not free text. */
const NO_TEXT = /^(id|key|type|language|sister|icon|image|audio|video|file|poster|captions|colour|note|pages)$/

function texts(path: DraftPath, value: unknown): { path: DraftPath; value: string }[] {
  if (typeof value === 'string') return [{ path, value }]
  if (Array.isArray(value))
    return value.flatMap(one => {
      const key = (one as { id?: string }).id
      return key ? texts([...path, key], one) : []
    })
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (NO_TEXT.test(name) ? [] : texts([...path, name], inner)))
}
