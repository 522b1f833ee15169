import type { Change, EditResult } from '../../../contract/organisation/edits.ts'
import { GoneError, NotAllowedError } from './draft-course.ts'
import type { EditContext, EditRow } from './edit-log.ts'
import type { DraftSlice, GroupList } from './inner-list.ts'
import { RefusedError, throwIfUnsafe } from './refused.ts'

type EditWith<Op extends Change['op']> = { id: string; change: Extract<Change, { op: Op }> }
type Result = Omit<EditResult, 'id'>

const MAX_LESSONS = 100
const MAX_PAGES = 500

/**
 * Does the work at the item of the path, wherever the item is now: follows it if somebody moved it, and restores it if
 * it was removed and `mayRestore` allows it.
 */
export async function workAtItem<T>(
  context: EditContext,
  path: readonly string[],
  work: (path: readonly string[]) => T,
  mayRestore: (removal: EditRow) => boolean = () => true,
): Promise<{ result: T; wasRestored: boolean }> {
  let current = path
  let wasRestored = false
  // Several tries: a page may have been moved, and its lesson, too.
  for (let tries = 0; tries < 8; tries++) {
    try {
      return { result: work(current), wasRestored }
    } catch (error) {
      if (!(error instanceof GoneError)) throw error
      const found = await goneItem(context, current)
      if (!found) throw error
      if (found.undo.kind === 'removed') {
        if (!mayRestore(found.row)) throw error
        putBack(context, found.item, found.undo)
        wasRestored = true
      } else current = [...found.undo.to, ...current.slice(found.item.length)]
    }
  }
  throw new GoneError(path)
}

/** The first item on the path that an edit moved or removed. */
async function goneItem(context: EditContext, path: readonly string[]) {
  for (const length of [2, 4, 7]) {
    const item = path.slice(0, length)
    if (item.length < length) return undefined
    if (context.course.hasItem(item)) continue
    const last = await context.log.lastMoveOrRemovalOf(item)
    return last && { item, ...last }
  }
  return undefined
}

function putBack(
  { course, log }: EditContext,
  item: readonly string[],
  { slice, after }: { slice: DraftSlice; after: string | null },
): void {
  const path = item.slice(0, -1)
  const list = course.listAt(path)
  const index = placeAfter(list, after)
  list.insertSlice(index, slice)
  const value = list.valueOf(index) as Record<string, unknown>
  log.mark({ change: { op: 'insert', path: [...path], value, after: keyBefore(list, index) } })
}

export async function insertItem(context: EditContext, { change }: EditWith<'insert'>): Promise<Result> {
  const { value, after } = change
  throwIfUnsafe(value)
  if (typeof value.id !== 'string' || value.id === '') throw new NotAllowedError()
  const { wasRestored } = await workAtItem(context, change.path, path => {
    const list = context.course.listAt(path)
    if (list.keys().includes(value.id as string)) throw new RefusedError('id-taken')
    throwIfFull(list, path)
    list.insert(placeAfter(list, after), value)
    context.log.mark({ change: { ...change, path: [...path] } })
  })
  return { outcome: wasRestored ? 'restored' : 'done' }
}

export async function removeFromList(context: EditContext, { change }: EditWith<'remove'>): Promise<Result> {
  const { course, log, since } = context
  const places: (readonly string[])[] = []
  const look = (at: readonly string[]) => {
    places.push(at)
    course.itemAt(at)
  }
  try {
    await workAtItem(context, change.path, look, () => false)
  } catch (error) {
    if (await isRemoved(context, error, places.at(-1) as string[])) return { outcome: 'done' }
    throw error
  }
  // Another author may have changed the item while it was at one of its earlier places.
  for (const place of places) if (await log.changeOfOthersAt(place, since)) return { outcome: 'kept' }
  const path = places.at(-1) as readonly string[]
  const { list, index } = course.itemAt(path)
  const after = keyBefore(list, index)
  const slice = list.remove(index)
  log.mark({ change: { op: 'remove', path: [...path] }, item: path, undo: { kind: 'removed', slice, after } })
  return { outcome: 'done' }
}

/** Whether another author has already removed the item. This removal is logged, too, so that both can restore it. */
async function isRemoved(context: EditContext, error: unknown, path: readonly string[]): Promise<boolean> {
  const found = error instanceof GoneError && (await goneItem(context, path))
  if (!found) return false
  const { item, undo } = found
  if (item.length === path.length) context.log.mark({ change: { op: 'remove', path: [...path] }, item, undo })
  return true
}

export async function moveItem(context: EditContext, { change }: EditWith<'move'>): Promise<Result> {
  const { course, log } = context
  const look = (at: readonly string[]) => {
    course.itemAt(at)
    return at
  }
  // A move writes no text. So an item that the same author removed in another tab stays removed.
  const { result: path, wasRestored } = await workAtItem(
    context,
    change.path,
    look,
    removal => removal.author_id !== log.authorId,
  )
  const target = change.to ?? path.slice(0, -1)
  const key = path.at(-1) as string
  const isElsewhere = target.join('\n') !== path.slice(0, -1).join('\n')
  if (isElsewhere && target.length !== path.length - 1) throw new NotAllowedError()
  const to = course.listAt(target)
  if (isElsewhere && to.keys().includes(key)) throw new RefusedError('id-taken')
  if (isElsewhere) throwIfFull(to, target)
  const { list, index } = course.itemAt(path)
  const slice = list.remove(index)
  const after = change.after === key ? keyBefore(list, index) : change.after
  const destination = course.listAt(target)
  destination.insertSlice(placeAfter(destination, after), slice)
  const moved = { change: { ...change, path: [...path], after } }
  const newPath = [...target, key]
  if (!isElsewhere) log.mark(moved)
  else {
    log.mark({ ...moved, item: path, undo: { kind: 'moved', to: newPath } })
    await moveConflicts(context, path, newPath)
  }
  return { outcome: wasRestored ? 'restored' : 'done' }
}

/** Gives the conflicts of a moved item its new path. */
async function moveConflicts(context: EditContext, from: readonly string[], to: readonly string[]): Promise<void> {
  const { trx, log } = context
  context.openConflicts = undefined
  const rows = await trx
    .selectFrom('draft_conflicts')
    .select(['id', 'path'])
    .where('course_id', '=', log.courseId)
    .execute()
  for (const { id, path } of rows) {
    const steps = JSON.parse(path) as string[]
    if (!from.every((step, index) => steps[index] === step)) continue
    const moved = JSON.stringify([...to, ...steps.slice(from.length)])
    await trx.updateTable('draft_conflicts').set({ path: moved }).where('id', '=', id).execute()
  }
}

/** Restores what an edit removed. */
export async function restoreItem(context: EditContext, { change }: EditWith<'restore'>): Promise<Result> {
  const removal = await context.log.removalOf(change.edit)
  if (removal?.undo.kind !== 'removed' || removal.row.item === null) throw new RefusedError('gone')
  const item = JSON.parse(removal.row.item) as string[]
  if (context.course.hasItem(item)) return { outcome: 'done' }
  putBack(context, item, removal.undo)
  return { outcome: 'restored' }
}

function throwIfFull(list: GroupList, path: readonly string[]): void {
  const most = path.length === 1 ? MAX_LESSONS : MAX_PAGES
  if (list.keys().length >= most) throw new RefusedError('too-large')
}

/** The index after a key, or the end of the list if the key is gone. */
function placeAfter(list: GroupList, after: string | null): number {
  if (after === null) return 0
  const index = list.keys().indexOf(after)
  return index === -1 ? list.keys().length : index + 1
}

function keyBefore(list: GroupList, index: number): string | null {
  return index === 0 ? null : (list.keys()[index - 1] ?? null)
}
