import { type Draft, editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import type { Change } from '../../../contract/organisation/edits.ts'
import type { Person } from '../../people.ts'

type Move = { page: string; from: string; to: string }

/**
 * Moves a page to another lesson, and makes the lesson if it does not exist. Removes a lesson that is empty afterwards.
 */
export async function movePage(author: Person, params: { id: string }, { page, from, to }: Move): Promise<void> {
  const { revision, lessons }: Draft = (await author.call(getDraft, { params })).data
  const lesson = { id: to, title: to, pages: [] }
  const left = lessons.find(({ key }) => key === from)?.pages ?? []
  const isThere = lessons.some(({ key }) => key === to)
  const changes: Change[] = [
    ...(isThere ? [] : [{ op: 'insert' as const, path: ['lessons'], value: lesson, after: from }]),
    { op: 'move', path: ['lessons', from, 'pages', page], to: ['lessons', to, 'pages'], after: null },
    ...(left.length === 1 ? [{ op: 'remove' as const, path: ['lessons', from] }] : []),
  ]
  const edits = changes.map((change, index) => ({ id: `${index}-of-${revision}-to-${to}`, at: 1, change }))
  await author.call(editDraft, { params, body: { since: revision, edits } })
}
