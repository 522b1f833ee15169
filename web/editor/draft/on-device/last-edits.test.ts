import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { applySendReply, beginSending } from '../rebase.ts'
import { beginWriting, type LocalDraft, redo, undo, write } from '../writing.ts'
import { besideOtherTabs } from './draft-store.ts'
import { keyForLastEdits, removeLastEdits, storedLastEdits, storeLastEdits, withLastEdits } from './last-edits.ts'

const TITLE = ['course', 'title']

beforeEach(() => {
  const rows = new Map<string, string>()
  const storage = new Proxy(
    {
      getItem: (key: string) => rows.get(key) ?? null,
      setItem: (key: string, value: string) => rows.set(key, value),
      removeItem: (key: string) => rows.delete(key),
    },
    {
      ownKeys: () => [...rows.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  vi.stubGlobal('localStorage', storage)
})

afterEach(() => vi.unstubAllGlobals())

function aWriting(): LocalDraft {
  return beginWriting({
    courseId: 'tea',
    revision: 1,
    course: { title: 'Tea' },
    lessons: [],
    files: [],
  } as never as Draft)
}

let made = 0
const options = () => ({ now: 2000 * made++, newId: () => `edit-${made++}` })

const acts = {
  write: (writing: LocalDraft) =>
    write(writing, [{ op: 'set', path: TITLE, from: writing.draft.course.title, to: `Tea ${made}` }], options()),
  undo: (writing: LocalDraft) => undo(writing, options()),
  redo: (writing: LocalDraft) => redo(writing, options()),
  send: (writing: LocalDraft) => beginSending(writing, 3).writing,
  reply: (writing: LocalDraft) => {
    const results = writing.pending.slice(0, writing.sending).map(({ id }) => ({ id, outcome: 'done' as const }))
    return applySendReply(writing, { revision: writing.base.revision + 1, results, others: [] })
  },
}
const someActs = fc.array(fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])), { maxLength: 12 })

test('a page that is left at any moment has everything of its author when it is opened again', () => {
  fc.assert(
    fc.property(someActs, someActs, (before, after) => {
      const stored = before.reduce((writing, act) => acts[act](writing), aWriting())
      const left = after.reduce((writing, act) => acts[act](writing), stored)
      const key = keyForLastEdits('reem', 'tea')
      storeLastEdits(key, left, stored, 1)
      const opened = [...storedLastEdits('reem', 'tea').values()].reduce(withLastEdits, stored)
      removeLastEdits([key])
      expect(opened.pending).toEqual(left.pending)
      if (left.pending.length > 0) expect([opened.undo, opened.redo]).toEqual([left.undo, left.redo])
    }),
  )
})

test('two tabs leave their edits side by side, and another author finds none of them', () => {
  const stored = aWriting()
  for (const _ of ['first tab', 'second tab'])
    storeLastEdits(keyForLastEdits('reem', 'tea'), acts.write(stored), undefined, 1)
  const { pending } = [...storedLastEdits('reem', 'tea').values()].reduce(withLastEdits, stored)
  expect(pending).toHaveLength(2)
  expect(storedLastEdits('omar', 'tea').size).toBe(0)
  expect(storedLastEdits('reem', 'te').size).toBe(0)
})

test('what one tab deleted without a network still goes with what its author had seen after another tab wrote', () => {
  const there = { ...aWriting().base, revision: 7, lessons: [{ key: 'water', file: '', fields: {}, pages: [] }] }
  const first = write(beginWriting(there), [{ op: 'remove', path: ['lessons', 'water'] }], options())
  const second = acts.write(aWriting())
  const mine = new Set(second.pending.map(({ id }) => id))
  const both = besideOtherTabs({ ...second, unexpected: [] }, mine, first)
  expect(both.pending).toHaveLength(2)
  const opened = { ...beginWriting({ ...there, revision: 9 }), ...both }
  expect(beginSending(opened, 10).since).toBe(7)
})

test('a long history of undo stays, although only its last steps are stored', () => {
  let stored = aWriting()
  for (let at = 0; at < 200; at++) stored = acts.write(stored)
  const left = acts.undo(acts.write(stored))
  storeLastEdits(keyForLastEdits('reem', 'tea'), left, stored, 1)
  const [last] = storedLastEdits('reem', 'tea').values()
  expect(last?.undo.length).toBeLessThan(60)
  expect(last && withLastEdits(stored, last).undo).toEqual(left.undo)
})
