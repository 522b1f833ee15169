import type { Change, EditResult } from '../../../contract/organisation/edits.ts'
import { Gone, NotAllowed } from './draft-course.ts'
import type { EditContext } from './edit-log.ts'
import type { DraftSlice, GroupList } from './inner-list.ts'
import { Refused, throwIfUnsafe } from './refused.ts'

type Given<Op extends Change['op']> = { id: string; change: Extract<Change, { op: Op }> }
type Result = Omit<EditResult, 'id'>

const MOST_LESSONS = 100
const MOST_PAGES = 500

/**
 * Makes sure that the target of the path exists: restores it if somebody removed it, follows it if somebody moved it.
 * Then does the work.
 */
export async function reached<T>(
  context: EditContext,
  path: readonly string[],
  work: (path: readonly string[]) => T,
): Promise<{ result: T; wasRestored: boolean }> {
  let current = path
  let wasRestored = false
  // A page can have been moved, and its lesson too.
  for (let tries = 0; tries < 8; tries++) {
    try {
      return { result: work(current), wasRestored }
    } catch (error) {
      if (!(error instanceof Gone)) throw error
      const found = await goneItem(context, current)
      if (!found) throw error
      if (found.undo.kind === 'moved') current = [...found.undo.to, ...current.slice(found.item.length)]
      else {
        // The author removed it themselves, so it stays removed.
        if (found.row.author_id === context.log.authorId) throw error
        putBack(context, found.item, found.undo)
        wasRestored = true
      }
    }
  }
  throw new Gone(path)
}

/** The first item on the path that an edit moved or removed. */
async function goneItem(context: EditContext, path: readonly string[]) {
  for (const length of [2, 4, 7]) {
    const item = path.slice(0, length)
    if (item.length < length) return undefined
    if (isThere(context, item)) continue
    const last = await context.log.lastOf(item)
    return last && { item, ...last }
  }
  return undefined
}

function isThere({ course }: EditContext, item: readonly string[]): boolean {
  try {
    course.itemAt(item)
    return true
  } catch (error) {
    if (error instanceof Gone) return false
    throw error
  }
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

export async function insertItem(context: EditContext, { change }: Given<'insert'>): Promise<Result> {
  const { value, after } = change
  throwIfUnsafe(value)
  if (typeof value.id !== 'string' || value.id === '') throw new NotAllowed()
  const { wasRestored } = await reached(context, change.path, path => {
    const list = context.course.listAt(path)
    if (list.keys().includes(value.id as string)) throw new Refused('id-taken')
    throwIfFull(list, path)
    list.insert(placeAfter(list, after), value)
    context.log.mark({ change: { ...change, path: [...path] } })
  })
  return { outcome: wasRestored ? 'restored' : 'done' }
}

export async function removeFromList(context: EditContext, { change }: Given<'remove'>): Promise<Result> {
  const { course, log, since } = context
  const { result: path } = await reached(context, change.path, at => {
    course.itemAt(at)
    return at
  })
  if (await log.othersOn(path, since)) return { outcome: 'kept' }
  const { list, index } = course.itemAt(path)
  const after = keyBefore(list, index)
  const slice = list.remove(index)
  log.mark({ change: { op: 'remove', path: [...path] }, item: path, undo: { kind: 'removed', slice, after } })
  return { outcome: 'done' }
}

export async function moveItem(context: EditContext, { change }: Given<'move'>): Promise<Result> {
  const { course, log } = context
  const { result: path, wasRestored } = await reached(context, change.path, at => {
    course.itemAt(at)
    return at
  })
  const target = change.to ?? path.slice(0, -1)
  const key = path.at(-1) as string
  const isElsewhere = target.join('\n') !== path.slice(0, -1).join('\n')
  if (isElsewhere && target.length !== path.length - 1) throw new NotAllowed()
  const to = course.listAt(target)
  if (isElsewhere && to.keys().includes(key)) throw new Refused('id-taken')
  if (isElsewhere) throwIfFull(to, target)
  const { list, index } = course.itemAt(path)
  const slice = list.remove(index)
  const after = change.after === key ? keyBefore(list, index) : change.after
  const destination = course.listAt(target)
  destination.insertSlice(placeAfter(destination, after), slice)
  const moved = { change: { ...change, path: [...path], after } }
  const newPath = [...target, key]
  if (isElsewhere) log.mark({ ...moved, item: path, undo: { kind: 'moved', to: newPath } })
  else log.mark(moved)
  return { outcome: wasRestored ? 'restored' : 'done' }
}

/** Restores what an edit removed. */
export async function restoreItem(context: EditContext, { change }: Given<'restore'>): Promise<Result> {
  const removal = await context.log.removalOf(change.edit)
  if (removal?.undo.kind !== 'removed' || removal.row.item === null) throw new Refused('gone')
  const item = JSON.parse(removal.row.item) as string[]
  if (isThere(context, item)) return { outcome: 'done' }
  putBack(context, item, removal.undo)
  return { outcome: 'restored' }
}

function throwIfFull(list: GroupList, path: readonly string[]): void {
  const most = path.length === 1 ? MOST_LESSONS : MOST_PAGES
  if (list.keys().length >= most) throw new Refused('too-large')
}

/** The index after a key. If the key is gone: the end. */
function placeAfter(list: GroupList, after: string | null): number {
  if (after === null) return 0
  const index = list.keys().indexOf(after)
  return index === -1 ? list.keys().length : index + 1
}

function keyBefore(list: GroupList, index: number): string | null {
  return index === 0 ? null : (list.keys()[index - 1] ?? null)
}
