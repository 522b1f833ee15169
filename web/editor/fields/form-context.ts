import { createContext, use } from 'react'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import type { Language } from '../../../contract/languages.ts'
import type { getChoiceCounts } from '../../../contract/organisation/courses.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import { type Group, groupKeys, isGroup } from '../draft/draft-tree.ts'

/** Path inside the page: `['options', 'answers', 'boiling', 'text']`. */
export type FieldPath = readonly string[]

/** A change inside of the page. */
export type FieldChange =
  /** Undefined removes the field. */
  | { op: 'set'; path: FieldPath; to: unknown }
  | { op: 'insert'; path: FieldPath; value: Group & { id: string }; after: string | null }
  | { op: 'remove'; path: FieldPath }
  | { op: 'move'; path: FieldPath; after: string | null }

/** The data and functions that the fields of a form need. */
export type FormWork = {
  /** The path of the page in the draft. */
  at: readonly string[]
  /** The page as its file has it. */
  fields: Group
  /** The language of the course. */
  language: Language
  read(path: FieldPath): unknown
  /** Makes the changes as one step, which one press undoes. */
  change(...changes: readonly FieldChange[]): void
  /** The problem that the import would report at the field. */
  problemAt(path: FieldPath): string | undefined
  /** Names of files in the course's `media/`. */
  files: readonly string[]
  media: DraftMedia
  /** How many learners chose each answer of this page. Undefined while that is not known. */
  chosen: ChoiceCounts | undefined
}

export type ChoiceCounts = Reply<typeof getChoiceCounts>['data']

export const FormContext = createContext<FormWork | undefined>(undefined)

export function usePageForm(): FormWork {
  const work = use(FormContext)
  if (!work) throw new Error('usePageForm needs a FormContext')
  return work
}

/** The entries of a list in the page. */
export function groupsIn(value: unknown): (Group & { key: string })[] {
  if (!Array.isArray(value)) return []
  const keys = groupKeys(value)
  return value.map((group, index) => ({ ...(isGroup(group) ? group : {}), key: keys[index] as string }))
}

export function fieldText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
