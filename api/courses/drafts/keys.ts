import { isChoiceList } from '../../../contract/pages/choice-lists.ts'
import type { YamlPath } from '../reading/yaml/yaml-file.ts'
import type { Value } from '../writing/yaml-value.ts'

/** A key for each item of a list: its id, or `#` and the index if it has no id or another item has the same one. */
export function itemKeys(items: readonly Value[]): string[] {
  const ids = items.map(item => (item as { id?: unknown } | null)?.id)
  const counts = new Map<unknown, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return ids.map((id, index) =>
    typeof id === 'string' && id !== '' && !id.startsWith('#') && counts.get(id) === 1 ? id : `#${index}`,
  )
}

/** Turns a path of keys into a path of indexes. Undefined if there is no such item. Missing fields are allowed. */
export function indexesOf(value: Value, steps: readonly string[]): YamlPath | undefined {
  const path: (string | number)[] = []
  let inner = value
  for (const step of steps) {
    if (Array.isArray(inner)) {
      const index = itemKeys(inner).indexOf(step)
      if (index === -1) return undefined
      path.push(index)
      inner = inner[index]
      continue
    }
    if (inner !== undefined && inner !== null && typeof inner !== 'object') return undefined
    // The list is missing, so its items are missing, too.
    if (isChoiceList(path.at(-1))) return undefined
    path.push(step)
    inner = (inner as Record<string, Value> | null | undefined)?.[step]
  }
  return path
}
