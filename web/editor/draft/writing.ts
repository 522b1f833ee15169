import type { Draft } from '../../../contract/organisation/drafts.ts'
import type { AppliedEdit, Change, Edit, EditResult } from '../../../contract/organisation/edits.ts'
import { applyChange, inverseOf, type RemovedByEdit, removedBy } from './apply-change.ts'
import { valueAt } from './draft-tree.ts'

/** Several changes that one press made, and that one press undoes. */
export type Step = { changes: readonly { id: string; change: Change }[]; undoes: readonly Change[]; at: number }

/** A draft at the author: the server's state, and own edits that the server has not confirmed. */
export type Writing = {
  /** As the server has it. */
  base: Draft
  pending: readonly Edit[]
  /** How many of `pending` were sent, and may have arrived: these are not changed any more. */
  sending: number
  /** `base` with `pending`: what the author sees. */
  draft: Draft
  undo: readonly Step[]
  redo: readonly Step[]
  /** Values that own edits removed, by the ids of the edits. */
  removed: RemovedByEdit
}

const STEPS_KEPT = 500
/** Letters typed with shorter pauses are one step, and one edit. */
const TYPING_MS = 1000
/** More at once was pasted, or cut: that is a step of its own. */
const MOST_TYPED = 40

export function beginWriting(base: Draft): Writing {
  return { base, pending: [], sending: 0, draft: base, undo: [], redo: [], removed: {} }
}

type Options = { now: number; newId(): string }

/** The author changes something. */
export function write(writing: Writing, given: readonly Change[], options: Options): Writing {
  const { now } = options
  const changes = given.map(change => fromLast(writing, change))
  const typed = continued(writing, changes, now)
  if (typed) return typed
  const made = carryOut(writing, changes, options)
  const undo = [...writing.undo, made.step].slice(-STEPS_KEPT)
  return { ...made.writing, undo, redo: [] }
}

/**
 * A form may not have rendered the last letter when the next key comes. From the value before that letter, the server
 * would find a conflict of the author with themselves.
 */
function fromLast({ draft, pending }: Writing, change: Change): Change {
  if (change.op !== 'set') return change
  const isOwn = pending.some(({ change: last }) => last.op === 'set' && samePath(last.path, change.path))
  return isOwn ? { ...change, from: valueAt(draft, change.path) } : change
}

/** Names a file. This is no step for undo: unused files are listed. */
export function nameFile(writing: Writing, change: Extract<Change, { op: 'file' }>, options: Options): Writing {
  return carryOut(writing, [change], options).writing
}

/** The server has stored another file than the sent one, such as a smaller one: edits name that file. */
export function withStoredFile(writing: Writing, brought: string, stored: string): Writing {
  if (brought === stored) return writing
  const pending = writing.pending.map(edit => ({ ...edit, change: naming(edit.change, brought, stored) }))
  return rebased(writing, writing.base, pending)
}

function naming(change: Change, brought: string, stored: string): Change {
  return change.op === 'file' && change.to === brought ? { ...change, to: stored } : change
}

/** The server has refused the file. Fields that name it stay and show that it is missing. */
export function withoutFile(writing: Writing, digest: string): Writing {
  return rebasedWithout(writing, writing.base, ({ change }) => change.op === 'file' && change.to === digest)
}

/** The server cannot take this edit. */
export function withoutEdit(writing: Writing, id: string): Writing {
  return rebasedWithout(writing, writing.base, edit => edit.id === id)
}

/** Undoes the author's last step. Steps that somebody else has overwritten are skipped. */
export function undo(writing: Writing, options: Options): Writing {
  return turn(writing, 'undo', 'redo', options)
}

export function redo(writing: Writing, options: Options): Writing {
  return turn(writing, 'redo', 'undo', options)
}

function turn(writing: Writing, from: 'undo' | 'redo', to: 'undo' | 'redo', options: Options): Writing {
  const step = writing[from].at(-1)
  if (!step) return writing
  const left = { ...writing, [from]: writing[from].slice(0, -1) }
  if (!isPossible(writing, step)) return turn(left, from, to, options)
  const made = carryOut(left, step.undoes, options)
  return { ...made.writing, [to]: [...left[to], made.step] }
}

/** Whether the values of the step are still there. */
function isPossible({ draft }: Writing, { undoes }: Step): boolean {
  return undoes.every(change => {
    if (change.op === 'set') return isSame(valueAt(draft, change.path), change.from)
    if (change.op === 'remove' || change.op === 'move') return valueAt(draft, change.path) !== undefined
    return true
  })
}

function carryOut(writing: Writing, changes: readonly Change[], { now, newId }: Options) {
  let { draft, removed } = writing
  const edits: Edit[] = []
  const undoes: Change[] = []
  for (const change of changes) {
    const id = newId()
    const before = removedBy(draft, change)
    // The removal was undone before, so the value is removed again.
    const back = change.op === 'restore' ? removed[change.edit] : undefined
    const inverse = back ? ({ op: 'remove', path: back.path } as const) : inverseOf(draft, change, id)
    if (before) removed = { ...removed, [id]: before }
    draft = applyChange(draft, change, removed)
    edits.push({ id, at: now, change })
    if (inverse) undoes.unshift(inverse)
  }
  const step: Step = { changes: edits, undoes, at: now }
  return { writing: { ...writing, draft, removed, pending: [...writing.pending, ...edits] }, step }
}

/** Letters typed into the field of the last step belong to it. */
function continued(writing: Writing, changes: readonly Change[], now: number): Writing | undefined {
  const [change, ...others] = changes
  const last = writing.undo.at(-1)
  const [undone] = last?.undoes ?? []
  if (change?.op !== 'set' || others.length > 0 || !last || undone?.op !== 'set' || last.undoes.length !== 1)
    return undefined
  const isSoon = samePath(undone.path, change.path) && now - last.at < TYPING_MS
  if (!isSoon || !isTyped(undone.from, change.to) || writing.redo.length > 0) return undefined
  const isWaiting = writing.pending.length > writing.sending
  const waiting = isWaiting ? writing.pending.at(-1) : undefined
  const joins = waiting?.change.op === 'set' && samePath(waiting.change.path, change.path)
  const edit: Edit = joins
    ? { ...waiting, at: now, change: { ...(waiting.change as typeof change), to: change.to } }
    : { id: `${last.changes[0]?.id}.${now}`, at: now, change }
  const step: Step = { ...last, undoes: [{ ...undone, from: change.to }], at: now }
  return {
    ...writing,
    draft: applyChange(writing.draft, change),
    pending: [...(joins ? writing.pending.slice(0, -1) : writing.pending), edit],
    undo: [...writing.undo.slice(0, -1), step],
  }
}

/** Whether a key, a suggestion of the keyboard or the like made one text of the other. */
function isTyped(before: unknown, after: unknown): boolean {
  if (typeof after !== 'string') return false
  const text = typeof before === 'string' ? before : ''
  const most = Math.min(text.length, after.length)
  let start = 0
  while (start < most && text[start] === after[start]) start++
  let end = 0
  while (end < most - start && text.at(-1 - end) === after.at(-1 - end)) end++
  return Math.max(text.length, after.length) - start - end <= MOST_TYPED
}

/** The first edits are on their way. Those that did not arrive before, or whose reply was lost, keep their ids. */
export function beginSending(writing: Writing, most: number): { writing: Writing; edits: readonly Edit[] } {
  const edits = writing.pending.slice(0, most)
  return { writing: { ...writing, sending: Math.max(writing.sending, edits.length) }, edits }
}

/** Applies the reply of the server: the outcomes of own edits, and the edits of others. */
export function sent(
  writing: Writing,
  { revision, results, others }: { revision: number; results: readonly EditResult[]; others: readonly AppliedEdit[] },
): Writing {
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
  // A restore has the outcome `restored`, not `done`: without this line the value would be missing until the next poll.
  const isDone = ({ id, change: { op } }: Edit) =>
    outcomes.get(id) === 'done' || (op === 'restore' && outcomes.get(id) === 'restored')
  const confirmed = writing.pending.filter(isDone).map(({ change }) => change)
  const news = others.filter(edit => edit.revision > writing.base.revision).map(({ change }) => change)
  const base = withAll(writing.base, [...news, ...confirmed], writing.removed)
  const latest = Math.max(revision, writing.base.revision)
  return rebasedWithout(writing, { ...base, revision: latest }, ({ id }) => outcomes.has(id))
}

/** Edits arrived by themselves: those of others, and own ones whose reply is late. */
export function received(writing: Writing, revision: number, edits: readonly AppliedEdit[]): Writing {
  if (revision <= writing.base.revision) return writing
  const news = edits.filter(edit => edit.revision > writing.base.revision)
  const known = new Set(news.map(({ id }) => id))
  const base = withAll(
    writing.base,
    news.map(({ change }) => change),
    writing.removed,
  )
  return rebasedWithout(writing, { ...base, revision }, ({ id }) => known.has(id))
}

/** Takes the whole draft of the server, where single edits are not enough. */
export function replaced(writing: Writing, base: Draft): Writing {
  return rebased(writing, base, writing.pending)
}

/** Edits that were sent are counted by their place, so the count changes with them. */
function rebasedWithout(writing: Writing, base: Draft, isGone: (edit: Edit) => boolean): Writing {
  const left = (edits: readonly Edit[]) => edits.filter(edit => !isGone(edit))
  const sending = left(writing.pending.slice(0, writing.sending)).length
  return rebased({ ...writing, sending }, base, left(writing.pending))
}

function rebased(writing: Writing, base: Draft, pending: readonly Edit[]): Writing {
  const changes = pending.map(({ change }) => change)
  return { ...writing, base, pending, draft: withAll(base, changes, writing.removed) }
}

function withAll(draft: Draft, changes: readonly Change[], removed: RemovedByEdit): Draft {
  return changes.reduce((before, change) => applyChange(before, change, removed), draft)
}

function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
