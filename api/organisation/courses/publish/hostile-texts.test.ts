import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getLesson, type Page } from '../../../../contract/lessons.ts'
import { checkDraft } from '../../../../contract/organisation/checking/findings.ts'
import { publishCourse } from '../../../../contract/organisation/course-versions.ts'
import type { Answer } from '../../../../contract/pages/answer.ts'
import { isChoiceList } from '../../../../contract/pages/choice-lists.ts'
import { pageTypes } from '../../../../contract/pages/index.ts'
import { record } from '../../../courses/films/testing-films.ts'
import { hostileHtml, hostileSvg } from '../../../courses/reading/cleaning/hostile.ts'
import { expectHarmless } from '../../../courses/reading/cleaning/testing-harmless.ts'
import { markdownToHtml } from '../../../courses/reading/markdown.ts'
import { collectingReporter, courseFolder } from '../../../courses/testing.ts'
import { onSqlite } from '../../../testing.ts'
import { atDesk, startWithAuthors } from '../testing.ts'

const params = { id: 'tea' }
const hostile = [...hostileHtml, ...hostileSvg]
/** The lists of attacks may grow. If one is shorter, attacks were lost. */
const LEAST = { html: 109, svg: 120 }

/** An answer with the piece in every text field. A `|` separates answers, so the text of an answer cannot have one. */
function answer(id: string, piece: string) {
  const text = `${piece.replaceAll('|', '')} ${id}`
  return { id, text, feedback: piece, detailContent: piece, transcript: piece, alt: piece }
}

/** Each option that must be there accepts one of these values. */
const EXAMPLES = [1, 10, true, 'tea']

/** Options with the piece in every text, and an example for each other option that must be there. */
function optionsOf(type: string, piece: string): object | undefined {
  const lists = {
    blanks: [1, 2].map(order => ({ id: `b${order}`, text: `${order}`, correctOrder: order, prompt: piece })),
    answers: [answer('a', piece), { id: 'b', text: 'b' }],
  }
  const options = Object.entries(shapesIn(type)).flatMap(([name, shape]): [string, unknown][] => {
    if (isChoiceList(name)) return [[name, lists[name]]]
    if (v.is(shape, 'any text')) return [[name, piece]]
    return v.is(shape, undefined) ? [] : [[name, EXAMPLES.find(example => v.is(shape, example))]]
  })
  return options.length > 0 ? Object.fromEntries(options) : undefined
}

function pageOf(type: string, piece: string, id: string) {
  const options = optionsOf(type, piece)
  return {
    ...{ id, type, textContent: piece, transcript: piece, alt: piece, hint: piece, buttonText: piece },
    ...(type === 'video' ? { avFilename: 'tea.mp4' } : {}),
    ...(options ? { options } : {}),
  }
}

function shapesIn(type: string): Record<string, v.GenericSchema> {
  return (pageTypes.get(type)?.options as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}
}

function hasAnswers(type: string): boolean {
  return 'answers' in shapesIn(type)
}

/** Each hostile piece gets two pages: a type with answers and one without, by turns. So each type gets some pieces. */
const typesWithAnswers = [...pageTypes.keys()].filter(hasAnswers)
const otherTypes = [...pageTypes.keys()].filter(type => !hasAnswers(type))
const TITLE = '<script>alert(1)</script>'

type Texts = Pick<Page, 'textContent' | 'transcript'> & Pick<Answer, 'detailContent'>

function expectNothingRuns({ textContent = '', transcript = '', detailContent = '' }: Texts): void {
  expectHarmless(textContent)
  expectHarmless(transcript)
  expectHarmless(markdownToHtml(detailContent, url => ({ url }), collectingReporter()))
}

onSqlite('Hostile texts', start => {
  test('of what an author typed into any field of any page, learners get nothing that runs', async () => {
    expect(hostileHtml.length).toBeGreaterThanOrEqual(LEAST.html)
    expect(hostileSvg.length).toBeGreaterThanOrEqual(LEAST.svg)
    expect(new Set(hostile).size).toBe(hostile.length)
    const { server, omar } = await startWithAuthors(start)
    const film = record({ picture: 'color=teal:size=64x64:rate=4', sound: 'sine=frequency=330', seconds: 1 })
    await server.importCourse(courseFolder({ 'media/tea.mp4': film }))
    const desk = atDesk(omar, 'tea')
    await desk.look()
    // The server accepts no piece as the name of a file.
    const names = hostile.map(piece => `media/${piece}`.slice(0, 110))
    for (let from = 0; from < names.length; from += 200) {
      const edits = names.slice(from, from + 200).map(name => ({ op: 'file' as const, name, to: 'a'.repeat(64) }))
      const reasons = (await desk.write(...edits)).results.map(({ reason }) => reason)
      expect(reasons.filter(reason => reason !== 'not-allowed' && reason !== 'no-such-file')).toEqual([])
    }

    const typesInTurn = [typesWithAnswers, otherTypes]
    const pages = hostile.flatMap((piece, index) =>
      typesInTurn.map((types, half) => pageOf(types[index % types.length] as string, piece, `p${index}-${half}`)),
    )
    const insert = async (id: string, some: typeof pages) => {
      const value = { id, title: TITLE, pages: some }
      const { results } = await desk.write({ op: 'insert', path: ['lessons'], value, after: null })
      expect(results).toMatchObject([{ outcome: 'done' }])
    }
    await insert('tea-all', pages)
    const [first] = (await desk.look()).lessons
    // The draft is exactly what was typed.
    expect(first?.pages.map(({ fields }) => fields)).toEqual(pages)

    // Pages with a mistake cannot be published.
    const { findings } = (await omar.call(checkDraft, { params, query: {} })).data
    const mistaken = new Set(findings.flatMap(({ isMistake, path }) => (isMistake ? [path?.[3]] : [])))
    await desk.write({ op: 'remove', path: ['lessons', 'tea-all'] })
    await insert(
      'tea-taken',
      pages.filter(({ id }) => !mistaken.has(id)),
    )
    const { revision } = await desk.look()
    await omar.call(publishCourse, { params, body: { revision, version: 1, to: 'everybody' } })

    const noura = await server.signIn('+971501234567')
    const { data } = await noura.call(getLesson, { params: { lessonId: 'tea-taken' } })
    expect(data.lesson.title).toBe(TITLE)
    const advice = 'none of the EXAMPLES above is a good value of an option that must be there: add one'
    expect(new Set(data.pages.map(({ type }) => type)), advice).toEqual(new Set(pageTypes.keys()))
    // Most attacks are cleaned, not refused: otherwise this would look at nothing.
    expect(data.pages.length).toBeGreaterThan(hostile.length)
    for (const page of data.pages) {
      const { answers = [] } = (page.options ?? {}) as { answers?: Answer[] }
      for (const texts of [page, ...answers]) expectNothingRuns(texts)
      // The other fields are plain text, which a browser shows letter by letter.
      const piece = hostile[Number.parseInt(page.id.slice(1), 10)]
      expect([page.alt, page.hint, page.buttonText]).toEqual([piece, piece, piece])
    }
  })
})
