const { compare } = new Intl.Collator('ar', { sensitivity: 'base' })

/** Sorts by name as readers expect, whatever the database: Arabic first, and the forms of alef as one letter. */
export function byName(one: { name: string }, other: { name: string }): number {
  return compare(one.name, other.name)
}
