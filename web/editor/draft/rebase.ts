import type { Draft } from '../../../contract/organisation/drafts.ts'
import type { AppliedEdit, Change, Edit, EditResult } from '../../../contract/organisation/edits.ts'
import { changeAfterMove, movedPages } from '../moved-pages.ts'
import { applyChange, markedChanged, type RemovedByEdit } from './apply-change.ts'
import { readyEdits } from './ready-edits.ts'
import { isSame, type LocalDraft, type UndoStep } from './writing.ts'

/**
 * Chooses the edits to send, and counts them as sent. An edit that is sent once more keeps its id. `since` is the
 * revision that the author had seen: a removal may be sent long after it was made. `isWaiting`: whether the file of an
 * edit is not at the server yet.
 */
export function beginSending(
  writing: LocalDraft,
  most: number,
  isWaiting: (edit: Edit) => boolean = () => false,
): { writing: LocalDraft; edits: readonly Edit[]; since: number } {
  const edits = readyEdits(writing.pending, isWaiting).slice(0, most)
  const going = new Set(edits)
  const others = writing.pending.filter(edit => !going.has(edit))
  const sentBefore = writing.pending.slice(0, writing.sending).filter(edit => !going.has(edit))
  const sending = edits.length + sentBefore.length
  const { revision } = writing.base
  const since = Math.min(revision, ...edits.map(({ id }) => writing.removed[id]?.since ?? revision))
  return { writing: { ...writing, pending: [...edits, ...others], sending }, edits, since }
}

/** Applies the reply of the server: the outcomes of own edits, and the edits of others. */
export function applySendReply(
  writing: LocalDraft,
  { revision, results, others }: { revision: number; results: readonly EditResult[]; others: readonly AppliedEdit[] },
): LocalDraft {
  const known = writing.base.revision
  const outcomes = new Map(results.map(result => [result.id, result]))
  const news = others.filter(edit => edit.revision > known)
  const heard = new Set(news.map(({ revision }) => revision))
  const before = onNews(writing, news)
  const confirmed = before.pending.filter(isNewInBase).map(({ change }) => change)
  const base = withAll(before.base, confirmed, writing.removed)
  const latest = Math.max(revision, known)
  return rebasedWithout(before, { ...base, revision: latest }, ({ id }) => outcomes.has(id))

  /** The base may have the edit already, together with a later text that the author wrote in another tab. */
  function isNewInBase({ id, change: { op } }: Edit): boolean {
    const { outcome, revision: ownRevision = revision } = outcomes.get(id) ?? {}
    // A restore has the outcome `restored`, not `done`. Without this case its value would be missing until the poll.
    const isDone = outcome === 'done' || (op === 'restore' && outcome === 'restored')
    return isDone && ownRevision > known && !heard.has(ownRevision)
  }
}

/** Applies edits that the long poll brought: those of others, and own edits whose reply is late. */
export function applyReceived(writing: LocalDraft, revision: number, edits: readonly AppliedEdit[]): LocalDraft {
  if (revision <= writing.base.revision) return writing
  const news = edits.filter(edit => edit.revision > writing.base.revision)
  const known = new Map(news.map(({ id, change }) => [id, change]))
  const before = onNews(writing, news)
  const first = before.pending.findIndex(edit => !hasArrived(edit))
  // After an own edit that waits for its reply, all later own edits wait, so that no earlier text replaces a later one.
  const arrived = new Set(before.pending.slice(0, first < 0 ? undefined : first))
  return rebasedWithout(before, { ...before.base, revision }, edit => arrived.has(edit))

  function hasArrived({ id, change }: Edit): boolean {
    const atServer = known.get(id)
    // Another tab may have sent the beginning of a text that the author continues in this tab.
    const isLonger = change.op === 'set' && atServer?.op === 'set' && !isSame(change.to, atServer.to)
    return atServer !== undefined && !isLonger
  }
}

/**
 * Takes the whole draft of the server, where single edits are not enough. If another draft has replaced the old one,
 * the author's undo steps are removed, because they belong to the old draft.
 */
export function replaceBase(writing: LocalDraft, base: Draft): LocalDraft {
  const isAnother = base.setAside !== undefined && base.setAside.importId !== writing.base.setAside?.importId
  const steps = isAnother ? { undo: [], redo: [] } : {}
  const moved = onBase({ ...writing, ...steps }, base)
  return rebased(moved, base, moved.pending)
}

/** Own edits and steps on a base that has these edits, too. */
function onNews(writing: LocalDraft, news: readonly AppliedEdit[]): LocalDraft {
  const changes = news.map(({ change }) => change)
  return onBase(writing, withAll(writing.base, changes, writing.removed))
}

/** Own edits and undo steps follow the pages that others have moved to another lesson, as they do on the server. */
function onBase(writing: LocalDraft, base: Draft): LocalDraft {
  const moved = movedPages(writing.base, base)
  if (moved.length === 0) return { ...writing, base }
  const all = <T extends { change: Change }>(edits: readonly T[]) =>
    edits.map(edit => ({ ...edit, change: changeAfterMove(edit.change, moved) }))
  const steps = (of: readonly UndoStep[]) =>
    of.map(step => ({
      ...step,
      changes: all(step.changes),
      undoes: step.undoes.map(change => changeAfterMove(change, moved)),
    }))
  return { ...writing, base, pending: all(writing.pending), undo: steps(writing.undo), redo: steps(writing.redo) }
}

/** Replaces the digest of a sent file by that of the file which the server has stored, such as a smaller picture. */
export function withStoredFile(writing: LocalDraft, brought: string, stored: string): LocalDraft {
  if (brought === stored) return writing
  const pending = writing.pending.map(edit => ({ ...edit, change: naming(edit.change, brought, stored) }))
  return rebased(writing, writing.base, pending)
}

function naming(change: Change, brought: string, stored: string): Change {
  return change.op === 'file' && change.to === brought ? { ...change, to: stored } : change
}

/** Removes the edit with a file that the server has refused. Fields that name the file show that it is missing. */
export function withoutFile(writing: LocalDraft, digest: string): LocalDraft {
  return rebasedWithout(writing, writing.base, ({ change }) => change.op === 'file' && change.to === digest)
}

/** Removes an edit that the server cannot take. */
export function withoutEdit(writing: LocalDraft, id: string): LocalDraft {
  return rebasedWithout(writing, writing.base, edit => edit.id === id)
}

/** Removes edits. `sending` counts the first edits of `pending`, so it changes, too. */
function rebasedWithout(writing: LocalDraft, base: Draft, isGone: (edit: Edit) => boolean): LocalDraft {
  const left = (edits: readonly Edit[]) => edits.filter(edit => !isGone(edit))
  const sending = left(writing.pending.slice(0, writing.sending)).length
  return rebased({ ...writing, sending }, base, left(writing.pending))
}

function rebased(writing: LocalDraft, base: Draft, pending: readonly Edit[]): LocalDraft {
  const changes = pending.map(({ change }) => change)
  return { ...writing, base, pending, draft: withAll(base, changes, writing.removed) }
}

function withAll(draft: Draft, changes: readonly Change[], removed: RemovedByEdit): Draft {
  if (changes.length === 0) return draft
  return changes.reduce((before, change) => applyChange(before, change, removed), markedChanged(draft))
}
