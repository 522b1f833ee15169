import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { compareCourse, importAsDraft } from '../../contract/organisation/course-files.ts'
import { publishCourse } from '../../contract/organisation/course-versions.ts'
import { editDraft, getDraft } from '../../contract/organisation/drafts.ts'
import type { Change } from '../../contract/organisation/edits.ts'
import { becomeFirstOwner } from '../../contract/organisation/team.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { cpuMs } from '../cpu-time.ts'
import { onEachDatabase } from '../databases.ts'
import { median, type Row } from '../table.ts'

const LESSONS = 10
const PAGES_EACH = 100
const LONG_LESSON = 500
const IMPORT_AT_MOST_MS = 5000
/** The time of the processor, which other work on the machine hardly changes. */
const IMPORT_CPU_AT_MOST_MS = 4000
const COMPARE_AT_MOST_MS = 300
const EDIT_AT_MOST_MS = 250
const ROUNDS = 9

/**
 * A course of 1,000 pages: bringing it in, publishing it, comparing two versions; one edit in a lesson of 500 pages.
 */
export function courses(): Promise<Row[]> {
  return onEachDatabase(async database => {
    const server = new Server({ ...database.settings, LIMIT_FACTOR: '100' })
    await server.start()
    try {
      const owner = await personOf(server)
      await owner.call(becomeFirstOwner, { body: {} })
      const row = (name: string, value: number, atMost?: number) => ({
        ...{ name: `courses: ${name}, ${database.name}`, unit: 'ms' },
        value,
        ...(atMost === undefined ? {} : { atMost }),
      })
      const cpuBefore = cpuMs(server.pid)
      const first = await timeOf(() => bringIn(server, owner, 'large', wholeCourse('large', 'ten')))
      const firstCpu = cpuMs(server.pid) - cpuBefore
      await bringIn(server, owner, 'large', wholeCourse('large', 'twenty'))
      await bringIn(server, owner, 'large', { ...wholeCourse('large', 'twenty'), ...oneLesson('large', 'six') })
      const compare = (a: string, b: string) =>
        medianOf(() => owner.call(compareCourse, { params: { id: 'large' }, query: { a, b } }))
      const [some, all] = [await compare('2', '3'), await compare('1', '2')]
      await bringIn(server, owner, 'long', longCourse)
      const edit = await medianOf(number => editOnce(owner, number))
      const open = await medianOf(() => owner.call(getDraft, { params: { id: 'long' } }))
      return [
        row('bring in and publish 1,000 pages', first, IMPORT_AT_MOST_MS),
        row('processor time of that', firstCpu, IMPORT_CPU_AT_MOST_MS),
        row('compare 1,000 pages, 100 of them changed', some, COMPARE_AT_MOST_MS),
        row('compare 1,000 changed pages', all, COMPARE_AT_MOST_MS),
        row('one edit in 500 pages', edit, EDIT_AT_MOST_MS),
        row('open a draft of 500 pages', open, EDIT_AT_MOST_MS * 2),
      ]
    } finally {
      await server.remove()
    }
  })
}

/** A course with one lesson, which is as long as a lesson can be. */
export const longCourse: Record<string, string> = {
  ...courseFile('long'),
  'lessons/01-a.yaml': lesson('long-a', LONG_LESSON, 'ten'),
}

/** Imports and publishes a course. */
export async function bringIn(server: Server, { call, session }: Person, id: string, files: Record<string, string>) {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const body = new Uint8Array(await buffer(zip.outputStream))
  const headers = { authorization: `Bearer ${session.idToken}`, 'content-type': 'application/zip' }
  const reply = await fetch(`${server.origin}/org/v1/imports`, { method: 'POST', headers, body })
  const { data } = (await reply.json()) as { data: { id: string } }
  await call(importAsDraft, { params: { importId: data.id }, body: {} })
  const { data: draft } = await call(getDraft, { params: { id } })
  const publication = { to: 'everybody', revision: draft.revision, version: draft.baseVersion } as const
  await call(publishCourse, { params: { id }, body: publication })
}

const edited = ['lessons', 'long-a', 'pages', 'page-400', 'hint']

async function editOnce({ call }: Person, number: number): Promise<void> {
  const from = number === 0 ? null : `Hint ${number - 1}`
  const change: Change = { op: 'set', path: edited, from, to: `Hint ${number}` }
  const edits = [{ id: randomUUID(), at: Date.now(), change }]
  const { data } = await call(editDraft, { params: { id: 'long' }, body: { since: 0, edits } })
  if (data.results[0]?.outcome !== 'done') throw new Error(`The edit was not done: ${JSON.stringify(data.results)}`)
}

function wholeCourse(id: string, word: string): Record<string, string> {
  const lessons = Array.from({ length: LESSONS }, (_, index) => {
    const number = String(index + 1).padStart(2, '0')
    return [`lessons/${number}-a.yaml`, lesson(`${id}-${number}`, PAGES_EACH, word)]
  })
  return { ...courseFile(id), ...Object.fromEntries(lessons) }
}

function oneLesson(id: string, word: string): Record<string, string> {
  return { 'lessons/01-a.yaml': lesson(`${id}-01`, PAGES_EACH, word) }
}

function courseFile(id: string): Record<string, string> {
  return { 'course.yaml': `id: ${id}\nlanguage: en\ntitle: ${id}\ndescription: A large one.\n` }
}

function lesson(id: string, pages: number, word: string): string {
  const all = Array.from({ length: pages }, (_, index) => page(`page-${index}`, word))
  return `id: ${id}\ntitle: ${id}\npages:\n${all.join('\n')}`
}

function page(id: string, word: string): string {
  return `  - id: ${id}
    type: multichoice
    textContent: |
      # How long do we cool a burn?

      Cool the burn under **running water** for ${word} minutes. Meanwhile, take off rings and watches before the skin
      swells. Ice would harm, and so would butter.
    options:
      answers:
        - id: short
          text: Until it hurts no more
          feedback: The heat goes on below the skin for ${word} minutes.
        - id: right
          text: At least ${word} minutes
          isCorrect: true
        - id: never
          text: Not at all
`
}

async function medianOf(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timeOf(() => work(round)))
  return median(times)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
