import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasHistory, lastRelease, lastReleaseOf } from './testing-last-release.ts'

const FOLDER = 'api/database/migrations'

/** Migrations whose code has changed, each with the reason why a database gets the same from both. */
const SAME_EFFECT: Record<string, string> = {
  '031-people.ts': 'The rule by which it folds names has another name. Names are folded again hourly (decision 070).',
}

test.skipIf(!hasHistory)('a migration of the last release does the same now', () => {
  const changed = changedFiles().filter(file => codeOf(lastReleaseOf(file)) !== codeNow(file))
  const names = changed.map(file => file.slice(FOLDER.length + 1))
  const advice = 'put the change into a new migration: a database that has had this one never gets it again'
  expect(
    names.filter(name => !(name in SAME_EFFECT)),
    advice,
  ).toEqual([])
  expect(Object.keys(SAME_EFFECT).filter(name => !names.includes(name))).toEqual([])
})

test('another comment is no change of a migration, and another column is one', () => {
  const code = "/** Names. */\nawait add('name')\n"
  expect(codeOf("/**\n * The names.\n */\n// For the list.\nawait add('name')\n")).toBe(codeOf(code))
  expect(codeOf(code.replace("'name'", "'colour'"))).not.toBe(codeOf(code))
})

/** Files that are changed or gone since the last release. The list of all migrations grows. */
function changedFiles(): string[] {
  const options = ['--name-only', '--no-renames', '--diff-filter=MD']
  const changed = execFileSync('git', ['diff', ...options, lastRelease.commit, '--', FOLDER], { encoding: 'utf8' })
  return changed.split('\n').filter(file => file !== '' && !file.endsWith('/all-migrations.ts'))
}

function codeNow(file: string): string | undefined {
  return existsSync(file) ? codeOf(readFileSync(file, 'utf8')) : undefined
}

function codeOf(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
