import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Draft } from '../../../contract/organisation/drafts.ts'
import type { Change, Edit } from '../../../contract/organisation/edits.ts'
import { applyChange, type RemovedByEdit } from './apply-change.ts'
import { readyEdits } from './ready-edits.ts'
import { beginWriting, isSame, type LocalDraft, nameFile, undo, write } from './writing.ts'

const PAGES = ['lessons', 'tea', 'pages']
const isSound = ({ change }: Edit) => change.op === 'file'

function aDraft(): Draft {
  const page = (key: string) => ({ key, fields: { id: key, options: { answers: [{ id: 'a' }, { id: 'b' }] } } })
  const lesson = { key: 'tea', file: '', fields: {}, pages: ['boil', 'pour', 'drink'].map(page) }
  return { courseId: 'tea', revision: 1, course: {}, lessons: [lesson], files: [] } as never as Draft
}

let made = 0
const options = () => ({ now: 5000 * made++, newId: () => `edit-${made++}` })
const sound: Change & { op: 'file' } = { op: 'file', name: 'media/water.mp3', to: 'water' }
const onPage = (page: string, ...field: string[]) => [...PAGES, page, ...field]
const set = (path: string[], to: unknown): Change => ({ op: 'set', path, from: undefined, to })
const insert = (path: string[], value: { id: string; avFilename?: string }, after: string): Change => {
  return { op: 'insert', path, value, after }
}

const pages = fc.constantFrom('boil', 'pour', 'drink', 'new', 'copy')
const answers = fc.constantFrom('a', 'b', 'c')
const fields = fc.oneof(
  pages.map(page => onPage(page, 'textContent')),
  fc.tuple(pages, answers).map(([page, answer]) => onPage(page, 'options', 'answers', answer, 'text')),
  pages.map(page => onPage(page, 'options')),
  pages.map(page => onPage(page, 'id')),
)
const changes: fc.Arbitrary<Change> = fc.oneof(
  fields.map(path => set(path, path.at(-1) === 'options' ? { answers: [{ id: 'c' }] } : `text ${made++}`)),
  pages.map(page => set(onPage(page, 'avFilename'), 'water.mp3')),
  fc.tuple(pages, pages).map(([id, after]) => insert(PAGES, { id }, after)),
  pages.map(after => insert(PAGES, { id: 'copy', avFilename: 'water.mp3' }, after)),
  fc.tuple(pages, answers).map(([page, id]) => insert(onPage(page, 'options', 'answers'), { id }, 'a')),
  pages.map((page): Change => ({ op: 'remove', path: onPage(page) })),
  fc.tuple(pages, pages).map(([page, after]): Change => ({ op: 'move', path: onPage(page), after })),
)
const acts = fc.oneof(
  { weight: 8, arbitrary: changes.map(change => (writing: LocalDraft) => write(writing, [change], options())) },
  fc.constant((writing: LocalDraft) => undo(writing, options())),
  fc.constant((writing: LocalDraft) => nameFile(writing, sound, options())),
)

function after(draft: Draft, edits: readonly Edit[], removed: RemovedByEdit): Draft {
  return edits.reduce((before, { change }) => applyChange(before, change, removed), draft)
}

test('a draft becomes the same, whatever goes before a sound that is on its way', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 10 }), some => {
      const begun = nameFile(beginWriting(aDraft()), sound, options())
      const { base, pending, removed } = some.reduce((writing, act) => act(writing), begun)
      const ready = readyEdits(pending, isSound)
      const waiting = pending.filter(edit => !ready.includes(edit))
      const [inOrder, readyFirst] = [pending, [...ready, ...waiting]].map(edits => after(base, edits, removed))
      expect(isSame(readyFirst, inOrder), JSON.stringify({ pending, ready }, null, 1)).toBe(true)
      const early = JSON.stringify(after(base, ready, removed))
      expect(early, 'nothing names a sound that is not there').not.toContain('water.mp3')
    }),
    { numRuns: 300 },
  )
})

test('what Reem writes while her sound is on its way does not wait for it', () => {
  const shown = set(onPage('boil', 'avFilename'), 'water.mp3')
  const words = set(onPage('boil', 'textContent'), 'Fresh water')
  const next = insert(PAGES, { id: 'next' }, 'boil')
  const there = set(onPage('next', 'textContent'), 'Pour it')
  const edits = [sound, shown, words, next, there].map((change, at) => ({ id: `edit-${at}`, at, change }))
  expect(readyEdits(edits, isSound).map(({ change }) => change)).toEqual([words, next, there])
})
