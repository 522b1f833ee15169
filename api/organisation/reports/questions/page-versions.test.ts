import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getPageVersions, getQuestion, type PageVersions } from '../../../../contract/organisation/reports.ts'
import { DAY, MINUTE } from '../../../../contract/time.ts'
import { onEachDatabase } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'
import { limit } from '../../reach/testing.ts'
import {
  addLearners,
  addMentor,
  type Cast,
  COURSE,
  insertPageLogs,
  LESSON,
  member,
  NOON,
  named,
  passAMinute,
  startWithReem,
} from '../testing.ts'

const PAGE = 'first-step'
const [POWDER, FLOUR] = ['Put powder on the cut', 'Put flour on the cut']

onEachDatabase('A page in two versions', start => {
  /** Imports the course once more, with other words in the lesson. */
  async function importChanged(cast: Cast, changes: Record<string, string>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'course-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    cpSync(`courses/${COURSE}`, folder, { recursive: true })
    const file = join(folder, 'lessons/02-cuts.yaml')
    let text = readFileSync(file, 'utf8')
    for (const [from, to] of Object.entries(changes)) {
      expect(text).toContain(from)
      text = text.replace(from, to)
    }
    writeFileSync(file, text)
    passAMinute(cast)
    await cast.server.importCourse(folder)
    await cast.server.services.catalogue.refresh()
  }

  type Answers = { version: number; picks: Record<string, number>; before?: number; row?: object }

  /** Adds people who picked these answers first, in this version. Their picks are mixed and a minute apart. */
  async function pick(cast: Cast, name: string, { version, picks, before = 1, row = {} }: Answers): Promise<void> {
    const left = Object.entries(picks).map(([id, count]) => Array.from({ length: count }, () => id))
    const most = Math.max(...Object.values(picks))
    const mixed = Array.from({ length: most }, (_, index) => left.flatMap(list => list[index] ?? [])).flat()
    const people = named(name, mixed.length)
    await addLearners(cast, people, row)
    await insertPageLogs(
      cast,
      mixed.map((first, index) => ({
        ...{ uid: people[index] as string, page: PAGE, at: NOON - before * DAY + index * MINUTE },
        ...{ page_type: 'multichoice', answer: '"press"', first_answer: JSON.stringify(first) },
        ...{ tries: first === 'press' ? 1 : 2, course_version: version },
      })),
    )
  }

  async function ask(cast: Cast, query: object = {}, who: Person = cast.reem): Promise<PageVersions> {
    passAMinute(cast)
    return (await who.call(getPageVersions, { query: { lesson: LESSON, page: PAGE, ...query } })).data
  }

  async function csv(cast: Cast, query = '', who: Person = cast.reem): Promise<string[]> {
    passAMinute(cast)
    const url = `${cast.server.origin}/org/v1/reports/versions?lesson=${LESSON}&page=${PAGE}${query}&format=csv&reader=en`
    const response = await fetch(url, { headers: { authorization: `Bearer ${who.idToken}` } })
    expect(response.status).toBe(200)
    return (await response.text()).trim().split('\r\n')
  }

  const counts = ({ counts }: { counts: { chosen: { id: string | null; count: number | null }[] } }) =>
    Object.fromEntries(counts.chosen.map(({ id, count }) => [id, count]))
  const answersOf = (version: PageVersions['a']) => version?.answers ?? expect.fail('no answers')
  const textsIn = (version: PageVersions['a']) => version?.page?.options?.answers?.map(({ text }) => text)

  test('each stands as its learners got it, with their numbers, and the sentence says what changed', async () => {
    const cast = await startWithReem(start)
    await importChanged(cast, { [POWDER]: FLOUR })
    await pick(cast, 'a', { version: 1, picks: { press: 10, powder: 10 }, before: 5 })
    await pick(cast, 'b', { version: 2, picks: { press: 16, powder: 4 } })
    const report = await ask(cast)
    const { a, b, finding } = report
    expect([a?.version, b?.version, a?.until]).toEqual([1, 2, b?.from])
    expect([textsIn(a), textsIn(b)]).toEqual([expect.arrayContaining([POWDER]), expect.arrayContaining([FLOUR])])
    expect(a).toMatchObject({ reached: 20, wentOn: 20, stopped: 0, noAnswers: null })
    expect([answersOf(a).people, answersOf(a).right, counts(answersOf(a))]).toEqual([
      ...[20, 10],
      { lift: null, press: 10, powder: 10, open: null },
    ])
    expect([answersOf(b).people, answersOf(b).right]).toEqual([20, 15])
    expect(finding).toEqual({ code: 'more-right', a: 0.5, b: 0.75 })
    expect((await ask(cast, { a: '2', b: '1' })).finding).toEqual({ code: 'fewer-right', a: 0.75, b: 0.5 })
    expect((await ask(cast, { a: '2', b: '2' })).finding?.code).toBe('same-page')
    expect(JSON.stringify(report)).not.toContain('Name of')
  })

  test('the file has the numbers of the screen', async () => {
    const cast = await startWithReem(start)
    await importChanged(cast, { [POWDER]: FLOUR })
    await pick(cast, 'a', { version: 1, picks: { press: 10, powder: 10 }, before: 5 })
    await pick(cast, 'b', { version: 2, picks: { press: 16, powder: 4 } })
    const rows = await csv(cast)
    const { a, b } = await ask(cast)
    for (const side of [a, b]) {
      const { version, reached, wentOn, answers } = side ?? expect.fail('no version')
      expect(rows).toContain(`${version},Reached it,,,${reached}`)
      expect(rows).toContain(`${version},Went on,,,${wentOn}`)
      expect(rows).toContain(`${version},People,,,${answers?.people}`)
      expect(rows).toContain(`${version},Right at first,,yes,${answers?.right}`)
      for (const { text, isRight, count } of answers?.counts.chosen ?? [])
        expect(rows).toContain(
          `${version},"Picked first, or chosen",${text},${isRight ? 'yes' : 'no'},${count ?? 'fewer than 5'}`,
        )
    }
    expect(rows).toHaveLength(1 + 2 * (4 + 2 + 4 + 3))
  })

  test('counts the same people as the page report for a version, so comparing the two shows no single person', async () => {
    const cast = await startWithReem(start)
    await importChanged(cast, { [POWDER]: FLOUR })
    // By time, the groups of ten are: ten of version 1; three of version 1 with seven of version 2; twenty of version
    // 2.
    await pick(cast, 'a', { version: 1, picks: { press: 7, powder: 6 }, before: 5 })
    await pick(cast, 'b', { version: 2, picks: { press: 16, powder: 11 } })
    const { a, b } = await ask(cast)
    expect([answersOf(a).people, answersOf(b).people]).toEqual([10, 20])
    for (const side of [a, b]) {
      const query = { lesson: LESSON, page: PAGE, version: String(side?.version), from: '2026-11-01', to: '2026-11-30' }
      const alone = (await cast.reem.call(getQuestion, { query })).data
      expect(alone.people).toBe(answersOf(side).people)
      expect(counts({ counts: alone.answers ?? expect.fail('no answers') })).toEqual(counts(answersOf(side)))
    }
    const before = answersOf(b)
    await pick(cast, 'one', { version: 2, picks: { open: 1 }, before: 0 })
    expect(answersOf((await ask(cast)).b)).toEqual(before)
  })

  test('nine people of a version are not shown, neither on the screen nor in the file', async () => {
    const cast = await startWithReem(start)
    await importChanged(cast, { [POWDER]: FLOUR })
    await pick(cast, 'a', { version: 1, picks: { powder: 9 }, before: 5 })
    expect((await ask(cast)).a).toMatchObject({ reached: 9, answers: null, noAnswers: 'too-few' })
    expect((await csv(cast)).join()).not.toContain('powder')
    expect(await csv(cast)).toContain('1,No answers: fewer than 10 people answered in this version,,,')
  })

  test('what another question asked is not counted, and no word of anybody is shown', async () => {
    const cast = await startWithReem(start)
    const people = named('p', 20)
    await addLearners(cast, people)
    await insertPageLogs(
      cast,
      people.map((uid, index) => ({
        ...{ uid, page: 'last-time', at: NOON - DAY + index, page_type: 'text-response', is_own_words: 1 },
        answer: '"PLANTED SENTENCE"',
      })),
    )
    await importChanged(cast, {
      'id: last-time\n    type: text-response': 'id: last-time\n    type: rich-text',
      '    options:\n      rows: 5': '    buttonText: Go on',
    })
    const gone = await ask(cast, { page: 'last-time', a: '1', b: '2' })
    expect([gone.a?.noAnswers, gone.b?.noAnswers]).toEqual(['other-question', 'no-question'])
    await importChanged(cast, { [POWDER]: FLOUR })
    const words = await ask(cast, { page: 'last-time', a: '1', b: '3' })
    expect(answersOf(words.a).counts.words).toMatchObject({ written: 20, spoken: null })
    expect(JSON.stringify([gone, words])).not.toContain('PLANTED')
  })

  test('a version without the page says so, and so does a course with one version', async () => {
    const cast = await startWithReem(start)
    expect(await ask(cast)).toMatchObject({ a: null, b: null, finding: null, page: { pageId: PAGE, number: 3 } })
    await importChanged(cast, {
      '  - id: first-step': '  - id: added\n    type: rich-text\n    textContent: New words\n\n  - id: first-step',
    })
    const { a, b, page } = await ask(cast, { page: 'added' })
    expect(page).toMatchObject({ number: 3, title: 'New words' })
    expect([a?.page, b?.page?.id]).toEqual([null, 'added'])
    for (const query of [{ a: '7' }, { page: 'nothing' }, { lesson: 'nothing' }])
      await expect(ask(cast, query), JSON.stringify(query)).rejects.toMatchObject({ status: 404 })
  })

  test('a coordinator who is limited sees how far their own people came, and no answers by version', async () => {
    const cast = await startWithReem(start)
    await importChanged(cast, { [POWDER]: FLOUR })
    const [salma, huda] = [
      await addMentor(cast, 'Salma', '+971590000001'),
      await addMentor(cast, 'Huda', '+971590000002'),
    ]
    const omar = await member(cast, '+971502222222', [])
    await limit(cast.reem, omar, [salma.id])
    await pick(cast, 's', { version: 1, picks: { press: 6, powder: 6 }, before: 5, row: { responder_id: salma.id } })
    await pick(cast, 'h', { version: 1, picks: { press: 10, powder: 10 }, before: 4, row: { responder_id: huda.id } })
    expect((await ask(cast, {}, omar)).a).toMatchObject({ reached: 12, answers: null, noAnswers: 'limited' })
    const rows = await csv(cast, '', omar)
    expect(rows).toContain('1,No answers: answers by version are for those who see all people,,,')
    expect(rows.join(), 'no answer beside the reason').not.toContain('Picked first')
    expect((await ask(cast)).a).toMatchObject({ reached: 32, noAnswers: null })
  })

  test('people who began in another version answered in this one: more answers than arrivals, and the file says why', async () => {
    const cast = await startWithReem(start)
    await importChanged(cast, { [POWDER]: FLOUR })
    await pick(cast, 'a', { version: 1, picks: { press: 10, powder: 10 }, before: 5 })
    await pick(cast, 'b', { version: 2, picks: { press: 16, powder: 4 } })
    // Ten of them were at the first page before the change.
    const early = named('b', 20).slice(0, 10)
    await insertPageLogs(
      cast,
      early.map(uid => ({ uid, page: 'start', at: NOON - 2 * DAY, page_type: 'rich-text', course_version: 1 })),
    )
    const { b } = await ask(cast)
    expect([b?.reached, b?.answers?.people]).toEqual([10, 20])
    const note =
      '2,"Some began the lesson in another version and answered in this one, so there are more answers than people who reached the page",,,'
    expect(await csv(cast)).toContain(note)
    expect((await csv(cast)).filter(row => row.startsWith('1,')).join()).not.toContain('Some began')
  })
})
