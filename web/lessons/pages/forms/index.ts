import type { PageTypeName } from '../../../../contract/pages/index.ts'
import type { PageForm } from './page-form.ts'
import { registry } from './registry.ts'

/** The order in which an author chooses from the types. A type that is not here comes last. */
const ORDER: readonly PageTypeName[] = [
  'rich-text',
  'multichoice',
  'multiselect',
  'explore-options',
  'match-blanks',
  'number',
  'text-response',
  'number-text-response',
  'video',
]
const forms: Record<PageTypeName, PageForm> = registry

export const pageForms: readonly PageForm[] = Object.values(forms).sort((a, b) => placeOf(a) - placeOf(b))

export function pageFormOf(type: unknown): PageForm | undefined {
  return pageForms.find(form => form.type === type)
}

function placeOf({ type }: PageForm): number {
  const place = ORDER.indexOf(type)
  return place < 0 ? ORDER.length : place
}
