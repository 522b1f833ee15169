import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { HOUR } from '../../../contract/time.ts'
import { VERSION } from '../../../contract/version.ts'
import type { Db } from '../../database/tables.ts'
import type { Certificate } from './certificate.ts'

type About = SettingsPage['about']

const ASKED_EVERY_MS = HOUR
const CHANGELOG = new URL('../../../CHANGELOG.md', import.meta.url)

/** The version and environment of this server. The environment is looked at once an hour. */
export function openAbout(db: Db, certificate: Certificate, startedAt: number) {
  let known: { at: number; surroundings: ReturnType<typeof surroundings> } | undefined
  return async (now: number): Promise<About> => {
    if (!known || now - known.at > ASKED_EVERY_MS) known = { at: now, surroundings: surroundings() }
    const last = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db)
    return {
      version: VERSION,
      startedAt,
      migration: last.rows[0]?.name ?? '',
      ...(await known.surroundings),
      certificateEndsAt: await certificate.endsAt(now),
    }
  }
}

async function surroundings() {
  const [hasFfmpeg, changelog] = await Promise.all([canRun('ffmpeg'), readFile(CHANGELOG, 'utf8').catch(() => '')])
  return { hasFfmpeg, news: newsIn(changelog) }
}

function canRun(program: string): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(program, ['-version'], { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}

/** What owners, coordinators and authors can do, in the newest part of the changelog: a sentence for each point. */
export function newsIn(changelog: string): string[] {
  const [, newest = ''] = changelog.split(/^## /m)
  return newest
    .split(/^(?=\*\*)/m)
    .filter(part => /^\*\*(Owners|Coordinators|Authors) can\*\*/.test(part))
    .flatMap(pointsIn)
}

function pointsIn(part: string): string[] {
  return part
    .split(/^- /m)
    .slice(1)
    .map(point => point.replace(/\s+/g, ' ').replaceAll('`', '').replace(/;? *$/, '').trim())
}
