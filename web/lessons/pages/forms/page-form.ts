import type { ComponentType } from 'react'
import type { ChoiceList } from '../../../../contract/pages/choice-lists.ts'
import type { PageTypeName } from '../../../../contract/pages/index.ts'
import type { Group } from '../../../editor/draft/draft-tree.ts'
import type { EditIconName } from '../../../editor/edit-icon.tsx'

/** How a page type is written. Its rules are in contract/pages/, what learners see is in web/lessons/pages/. */
export type PageForm = {
  type: PageTypeName
  icon: EditIconName
  /** The fields that only this type has. Those of every page stand below them. */
  Form: ComponentType
  options: readonly string[]
  /** The list that has its answers, and the fields of an answer besides `id` and `text`. */
  answers?: { list: ChoiceList; fields: readonly string[]; most: number }
  /** Whether learners can be wrong here, so that a hint helps. */
  hasHint: boolean
  /** This form itself has the field for the page's film. */
  hasOwnFilm?: true
  /** The options of a new page. `newId` makes ids for its answers. */
  fresh(newId: () => string): Group | undefined
}
