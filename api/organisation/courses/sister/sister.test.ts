import { expect, test } from 'vitest'
import { listCourses } from '../../../../contract/courses.ts'
import { publishCourse } from '../../../../contract/organisation/course-versions.ts'
import { getDraftText } from '../../../../contract/organisation/drafts.ts'
import * as calls from '../../../../contract/organisation/sister/sister.ts'
import { pairCoursesCommand } from '../../../commands/courses/pair-courses.ts'
import { onEachDatabase, type Start, type TestServer } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'
import { atDesk, startWithAuthors } from '../testing.ts'

const [ENGLISH, ARABIC] = ['first-aid-en', 'first-aid-ar']
const CUTS = { lesson: 'first-aid-en-cuts', page: 'last-time' }

onEachDatabase('A course and its sister in the other language', start => {
  test('Omar edits a page in English: its twin in Arabic is marked until somebody has looked at both', async () => {
    const { omar, reem } = await startWithPair(start)
    expect(await sister(omar, ENGLISH)).toMatchObject({ id: ARABIC, language: 'ar', pages: [], onlyThere: 0 })
    expect(await sister(omar, ARABIC)).toMatchObject({ id: ENGLISH, language: 'en', pages: [], onlyThere: 0 })
    await write(omar, ENGLISH, CUTS, 'When did you last help somebody?')
    expect((await sister(omar, ENGLISH))?.pages, 'its own edit is no news').toEqual([])
    const marked = (await sister(reem, ARABIC))?.pages ?? []
    const twin = { lesson: 'first-aid-ar-cuts', page: 'last-time' }
    expect(marked).toMatchObject([{ ...twin, twin: CUTS }])
    // Omar goes on writing while Reem looks, so what she saw is not the present text.
    await write(omar, ENGLISH, CUTS, 'When did you last stop a small bleed?')
    await lookedAt(reem, ARABIC, marked)
    expect((await sister(reem, ARABIC))?.pages).toMatchObject([twin])
    await write(reem, ARABIC, twin, 'متى أوقفنا آخر مرة نزيفًا صغيرًا؟')
    expect((await sister(omar, ENGLISH))?.pages).toMatchObject([CUTS])
    await lookedAt(reem, ARABIC, (await sister(reem, ARABIC))?.pages ?? [])
    expect(await Promise.all([sister(omar, ENGLISH), sister(reem, ARABIC)])).toMatchObject([
      { pages: [] },
      { pages: [] },
    ])
  })

  test('pages that only one of them has are counted, and no learner hears of a sister', async () => {
    const { server, omar } = await startWithPair(start)
    const desk = atDesk(omar, ENGLISH)
    const { revision } = await desk.look()
    const value = { id: 'new-one', type: 'rich-text', textContent: 'More' }
    await desk.write({ op: 'insert', path: ['lessons', CUTS.lesson, 'pages'], value, after: null })
    expect((await sister(omar, ENGLISH))?.pages).toMatchObject([{ page: 'new-one', twin: null }])
    expect(await sister(omar, ARABIC)).toMatchObject({ pages: [], onlyThere: 1 })
    const body = { to: 'everybody', revision: revision + 1, version: 1 } as const
    await omar.call(publishCourse, { params: { id: ENGLISH }, body })
    expect(
      (await omar.call(getDraftText, { params: { id: ENGLISH }, query: { name: 'course.yaml' } })).data.text,
    ).toMatch(/position: 20\nsister: first-aid-ar\n$/)
    const noura = await server.signIn('+971501234567')
    expect(JSON.stringify(await noura.call(listCourses, { query: {} }))).not.toContain('sister')
  })

  test('a third course takes the place of the former sister; undoing leaves no trace in the files', async () => {
    const { server, omar } = await startWithPair(start)
    await server.importCourse('courses/first-steps-ar')
    await choose(omar, ENGLISH, 'first-steps-ar')
    expect(await sister(omar, ARABIC)).toBeNull()
    expect(await sister(omar, 'first-steps-ar')).toMatchObject({ id: ENGLISH })
    for (const wrong of [ENGLISH, 'nowhere'])
      await expect(choose(omar, ENGLISH, wrong)).rejects.toMatchObject({ code: 'courses/no-sister' })
    await choose(omar, ENGLISH, null)
    expect([await sister(omar, ENGLISH), await sister(omar, 'first-steps-ar')]).toEqual([null, null])
    for (const id of [ENGLISH, ARABIC, 'first-steps-ar'])
      expect((await atDesk(omar, id).look()).course.sister).toBeUndefined()
    expect(await server.services.db.selectFrom('sister_pages').selectAll().execute()).toEqual([])
  })

  test('the command makes a pair and undoes it', async () => {
    const { server, omar } = await startWithPair(start, { isPaired: false })
    expect(await type(server, ENGLISH, ARABIC)).toEqual([`${ENGLISH} and ${ARABIC} are a pair. Their drafts say so.`])
    expect(await sister(omar, ARABIC)).toMatchObject({ id: ENGLISH, pages: [] })
    expect(await type(server, ENGLISH, '--undo')).toEqual([`${ENGLISH} is in no pair now.`])
    await expect(type(server, ENGLISH, 'nowhere')).rejects.toThrow('There is no course nowhere')
    await expect(type(server, ENGLISH)).rejects.toThrow('pair-courses first-aid-en first-aid-ar')
  })
})

async function startWithPair(start: Start, { isPaired = true } = {}) {
  const people = await startWithAuthors(start)
  for (const id of [ENGLISH, ARABIC]) await people.server.importCourse(`courses/${id}`)
  if (isPaired) await choose(people.omar, ENGLISH, ARABIC)
  return people
}

async function choose({ call }: Person, id: string, other: string | null) {
  await call(calls.chooseSister, { params: { id }, body: { sister: other } })
}

async function sister({ call }: Person, id: string) {
  return (await call(calls.getSister, { params: { id } })).data
}

async function lookedAt({ call }: Person, id: string, pages: calls.Sister['pages']) {
  const seen = pages.flatMap(({ twin, ...page }) => (twin ? [{ ...page, twin }] : []))
  await call(calls.markSisterSeen, { params: { id }, body: { pages: seen } })
}

async function write(author: Person, id: string, { lesson, page }: typeof CUTS, to: string) {
  const desk = atDesk(author, id)
  const { lessons } = await desk.look()
  const from = lessons.find(({ key }) => key === lesson)?.pages.find(({ key }) => key === page)?.fields.textContent
  const path = ['lessons', lesson, 'pages', page, 'textContent']
  expect((await desk.write({ op: 'set', path, from, to })).results).toMatchObject([{ outcome: 'done' }])
}

async function type({ services }: TestServer, ...words: string[]): Promise<string[]> {
  const printed: string[] = []
  const { db, config } = services
  await pairCoursesCommand.run({ db, config, words, print: line => printed.push(line) })
  return printed
}
