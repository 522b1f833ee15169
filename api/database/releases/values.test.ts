import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasHistory, lastReleaseOf } from './testing-last-release.ts'

const TABLES = 'api/database/tables.ts'

/** New values of old columns, such as `film_jobs.state: made`, each with the reason why the last release copes. */
const KNOWN_TO_BOTH: Record<string, string> = {}

test.skipIf(!hasHistory)('a column of the last release holds no value that it does not know', () => {
  const before = valuesIn(lastReleaseOf(TABLES))
  expect(before.size).toBeGreaterThan(4)
  const added = addedTo(before, valuesIn(readFileSync(TABLES, 'utf8')))
  const advice =
    'the last release reads it, too: write it one release later, or say in KNOWN_TO_BOTH why that is no harm'
  expect(
    added.filter(value => !(value in KNOWN_TO_BOTH)),
    advice,
  ).toEqual([])
  expect(Object.keys(KNOWN_TO_BOTH).filter(value => !added.includes(value))).toEqual([])
})

test('a new value of an old column is named, and a new column is not', () => {
  const before = valuesIn(
    "export type Kind = 'sms' | 'mail'\n  films: {\n    state:\n      | 'made'\n      | null\n  }",
  )
  const now = "export type Kind = 'sms' | 'push'\n  films: {\n    state: 'made' | 'gone'\n    why: 'old'\n  }"
  expect(addedTo(before, valuesIn(now))).toEqual(['Kind: push', 'films.state: gone'])
})

function addedTo(before: ReadonlyMap<string, Set<string>>, now: ReadonlyMap<string, Set<string>>): string[] {
  return [...before].flatMap(([name, known]) =>
    [...(now.get(name) ?? [])].filter(value => !known.has(value)).map(value => `${name}: ${value}`),
  )
}

/** The values of each type and each column that is a list of texts, by `Type` or `table.column`. */
function valuesIn(source: string): ReadonlyMap<string, Set<string>> {
  const values = new Map<string, Set<string>>()
  let table = ''
  // A list that the formatter broke is one line again.
  for (const line of source.replace(/\s*\n\s*\| /g, ' | ').split('\n')) {
    table = /^ {2}(\w+): \{/.exec(line)?.[1] ?? table
    const name = /^export type (\w+) =/.exec(line)?.[1]
    const column = /^ {4}(\w+)\??:/.exec(line)?.[1]
    const texts = [...line.matchAll(/'([\w-]+)'/g)].map(([, text = '']) => text)
    if (texts.length > 0 && (name || column)) values.set(name ?? `${table}.${column}`, new Set(texts))
  }
  return values
}
