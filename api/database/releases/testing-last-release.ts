import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Schema } from './schema.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export type Release = { version: string; commit: string; tables: Schema }

/** The release before this version, as `npm run release` noted it. */
export const lastRelease: Release = JSON.parse(readFileSync(join(import.meta.dirname, 'last-release.json'), 'utf8'))

/** Whether git has the code of the last release. A release that was unpacked and a shallow clone do not have it. */
export const hasHistory =
  spawnSync('git', ['cat-file', '-e', `${lastRelease.commit}^{commit}`], { cwd: ROOT }).status === 0

/** The text of a file of the last release. */
export function lastReleaseOf(path: string): string {
  return execFileSync('git', ['show', `${lastRelease.commit}:${path}`], { cwd: ROOT, encoding: 'utf8' })
}

/** The code of the last release in a folder of its own, with our packages. */
export function unpackLastRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-last-release-'))
  const tar = execFileSync('git', ['archive', '--format=tar', lastRelease.commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: tar })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Gives the last release the migrations of this version, and nothing else of it. */
export function addMigrations(folder: string): void {
  for (const part of ['migrations', 'releases', 'migrate.ts']) {
    const [from, to] = bothPlacesOf(part)
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true })
  }
  // `migrate.ts` imports from here. The files of the last release stay, because its other code imports them.
  const [from, to] = bothPlacesOf('failures')
  cpSync(from, to, { recursive: true, force: false })

  function bothPlacesOf(part: string): [from: string, to: string] {
    return [join(ROOT, 'api/database', part), join(folder, 'api/database', part)]
  }
}
