import type { Draft } from '../../../contract/organisation/drafts.ts'
import type { Change, DraftPath, Edit } from '../../../contract/organisation/edits.ts'
import { applyChange, inverseOf, markedChanged, type RemovedByEdit, removedBy, toDraftShape } from './apply-change.ts'
import { draftValueAt, isGroup } from './draft-tree.ts'

/** Several changes that one press made, and that one press undoes. */
export type UndoStep = { changes: readonly { id: string; change: Change }[]; undoes: readonly Change[]; at: number }

/** A draft on the author's device: the server's state, and own edits that the server has not confirmed. */
export type LocalDraft = {
  /** As the server has it. */
  base: Draft
  pending: readonly Edit[]
  /** How many of `pending` were sent, and may have arrived: these are not changed any more. */
  sending: number
  /** `base` with `pending`: what the author sees. */
  draft: Draft
  undo: readonly UndoStep[]
  redo: readonly UndoStep[]
  /** Values that own edits removed, by the ids of the edits. */
  removed: RemovedByEdit
}

const STEPS_KEPT = 500
/** Letters typed with shorter pauses are one step, and one edit. */
const TYPING_MS = 1000
/** In characters. A longer change was pasted or cut, so it is a step of its own. */
const MAX_TYPED = 40
/** The end of a picture in Markdown, with the name of its file. */
const PICTURE = /\]\([^\s()]+\.(?:png|jpe?g|webp|svg)\)/gi

export function beginWriting(base: Draft): LocalDraft {
  return { base, pending: [], sending: 0, draft: base, undo: [], redo: [], removed: {} }
}

type Options = { now: number; newId(): string }

/** Makes changes of the author as one step, or adds typed letters to the last step. */
export function write(writing: LocalDraft, given: readonly Change[], options: Options): LocalDraft {
  const { now } = options
  const changes = given.map(change => fromLast(writing, change))
  const typed = continued(writing, changes, now)
  if (typed) return typed
  const made = carryOut(writing, changes, options)
  const undo = [...writing.undo, made.step].slice(-STEPS_KEPT)
  return { ...made.writing, undo, redo: [] }
}

/**
 * Corrects `from` of a change. A form may not have rendered the last letter when the next key comes, even if the server
 * has confirmed that letter. With the value before that letter, the server would find a conflict where there is none.
 */
function fromLast({ draft, pending, undo }: LocalDraft, change: Change): Change {
  if (change.op !== 'set') return change
  const now = draftValueAt(draft, change.path)
  const isHere = (one: Change | undefined) => one?.op === 'set' && samePath(one.path, change.path)
  const [last] = undo.at(-1)?.undoes ?? []
  const isOwn = pending.some(edit => isHere(edit.change)) || (last?.op === 'set' && isHere(last) && last.from === now)
  return isOwn ? { ...change, from: now } : change
}

/** Names a file. This is no step for undo: unused files are listed. */
export function nameFile(writing: LocalDraft, change: Extract<Change, { op: 'file' }>, options: Options): LocalDraft {
  return carryOut(writing, [change], options).writing
}

type TextChange = Extract<Change, { op: 'text' }>

/** Replaces the text of a file. The draft does not have it, so the caller says what undoes it. */
export function replaceText(writing: LocalDraft, change: TextChange, undoes: TextChange, options: Options): LocalDraft {
  const made = carryOut(writing, [change], options)
  return { ...made.writing, undo: [...writing.undo, { ...made.step, undoes: [undoes] }].slice(-STEPS_KEPT), redo: [] }
}

/** Undoes the author's last step. Steps that somebody else has overwritten are skipped. */
export function undo(writing: LocalDraft, options: Options): LocalDraft {
  return moveStep(writing, 'undo', 'redo', options)
}

export function redo(writing: LocalDraft, options: Options): LocalDraft {
  return moveStep(writing, 'redo', 'undo', options)
}

function moveStep(writing: LocalDraft, from: 'undo' | 'redo', to: 'undo' | 'redo', options: Options): LocalDraft {
  const step = writing[from].at(-1)
  if (!step) return writing
  const left = { ...writing, [from]: writing[from].slice(0, -1) }
  if (!isPossible(writing, step)) return moveStep(left, from, to, options)
  const made = carryOut(left, step.undoes, options)
  const isText = step.undoes.some(({ op }) => op === 'text')
  const back = isText ? { ...made.step, undoes: step.changes.map(({ change }) => change) } : made.step
  // What is typed next is a step of its own, however soon it comes.
  return { ...made.writing, [to]: [...left[to], { ...back, at: 0 }] }
}

/** Whether the values of the step are still there, as the author left them. */
function isPossible({ draft, removed }: LocalDraft, { changes, undoes }: UndoStep): boolean {
  return undoes.every(change => {
    if (change.op === 'set') return isIn(draft, change.path) && isSame(draftValueAt(draft, change.path), change.from)
    if (change.op === 'move') return draftValueAt(draft, change.path) !== undefined
    if (change.op !== 'remove') return true
    const made = changes.map(step => madeAt(change.path, step.change, removed)).find(one => one !== undefined)
    // The server chooses the file name of a lesson, so a different name does not count.
    const [current, original] = [draftValueAt(draft, change.path), made].map(
      one => isGroup(one) && { ...one, file: '' },
    )
    return isGroup(current) && isSame(current, original)
  })
}

/** Whether the lesson, page and answer around a field exist. The field itself may be empty and so be missing. */
function isIn(draft: Draft, field: DraftPath): boolean {
  const items = [2, 4, 7].filter(length => field[0] === 'lessons' && length < field.length)
  return items.every(length => draftValueAt(draft, field.slice(0, length)) !== undefined)
}

/** What a change put at a path. */
function madeAt(path: DraftPath, change: Change, removed: RemovedByEdit): unknown {
  if (change.op === 'restore') {
    const back = removed[change.edit]
    return back && samePath(back.path, path) ? back.value : undefined
  }
  if (change.op !== 'insert' || !samePath([...change.path, String(change.value.id)], path)) return undefined
  return toDraftShape(change.path, change.value)
}

function carryOut(writing: LocalDraft, changes: readonly Change[], { now, newId }: Options) {
  let { removed } = writing
  let draft = markedChanged(writing.draft)
  const edits: Edit[] = []
  const undoes: Change[] = []
  for (const change of changes) {
    const id = newId()
    const before = removedBy(draft, change)
    // The opposite of a restore removes the value again.
    const back = change.op === 'restore' ? removed[change.edit] : undefined
    const inverse = back ? ({ op: 'remove', path: back.path } as const) : inverseOf(draft, change, id)
    if (before) removed = { ...removed, [id]: before }
    draft = applyChange(draft, change, removed)
    edits.push({ id, at: now, change })
    if (inverse) undoes.unshift(inverse)
  }
  const step: UndoStep = { changes: edits, undoes, at: now }
  return { writing: { ...writing, draft, removed, pending: [...writing.pending, ...edits] }, step }
}

/** Adds letters to the last step if they were typed into its field soon afterwards. Undefined otherwise. */
function continued(writing: LocalDraft, changes: readonly Change[], now: number): LocalDraft | undefined {
  const [change, ...others] = changes
  const last = writing.undo.at(-1)
  const [undone] = last?.undoes ?? []
  if (change?.op !== 'set' || others.length > 0 || !last || undone?.op !== 'set' || last.undoes.length !== 1)
    return undefined
  const isSoon = samePath(undone.path, change.path) && now - last.at < TYPING_MS
  if (!isSoon || !isTyped(undone.from, change.to) || writing.redo.length > 0) return undefined
  // A picture comes and goes by a press, so the letters before it and after it are other steps.
  if (!hasSamePictures(undone.to, undone.from) || !hasSamePictures(undone.from, change.to)) return undefined
  const isWaiting = writing.pending.length > writing.sending
  const waiting = isWaiting ? writing.pending.at(-1) : undefined
  const joins = waiting?.change.op === 'set' && samePath(waiting.change.path, change.path)
  const edit: Edit = joins
    ? { ...waiting, at: now, change: { ...(waiting.change as typeof change), to: change.to } }
    : { id: `${last.changes[0]?.id}.${now}`, at: now, change }
  const step: UndoStep = { ...last, undoes: [{ ...undone, from: change.to }], at: now }
  return {
    ...writing,
    draft: applyChange(markedChanged(writing.draft), change),
    pending: [...(joins ? writing.pending.slice(0, -1) : writing.pending), edit],
    undo: [...writing.undo.slice(0, -1), step],
  }
}

/** Whether `after` can come from `before` by typing: by a key, or by a suggestion of the keyboard. */
function isTyped(before: unknown, after: unknown): boolean {
  if (typeof after !== 'string') return false
  const text = typeof before === 'string' ? before : ''
  const most = Math.min(text.length, after.length)
  let start = 0
  while (start < most && text[start] === after[start]) start++
  let end = 0
  while (end < most - start && text.at(-1 - end) === after.at(-1 - end)) end++
  return Math.max(text.length, after.length) - start - end <= MAX_TYPED
}

function hasSamePictures(one: unknown, other: unknown): boolean {
  const [before, after] = [one, other].map(text => (typeof text === 'string' ? text.match(PICTURE) : null))
  return before?.join() === after?.join()
}

function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}

/** Whether two values are equal. The order of fields does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || inOrder(one) === inOrder(other)
}

function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner) =>
    isGroup(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
