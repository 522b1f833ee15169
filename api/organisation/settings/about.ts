import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { sql } from 'kysely'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { HOUR } from '../../../contract/time.ts'
import { VERSION } from '../../../contract/version.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'

type About = SettingsPage['about']

const ASKED_EVERY_MS = HOUR
const CERTIFICATE_TIMEOUT_MS = 3000
const CHANGELOG = new URL('../../../CHANGELOG.md', import.meta.url)

/** What this server is. Its surroundings are asked once an hour. */
export function openAbout(db: Db, { publicUrl }: Pick<Config, 'publicUrl'>, startedAt: number) {
  let known: { at: number; surroundings: ReturnType<typeof surroundingsOf> } | undefined
  return async (now: number): Promise<About> => {
    if (!known || now - known.at > ASKED_EVERY_MS) known = { at: now, surroundings: surroundingsOf(publicUrl) }
    const last = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db)
    return { version: VERSION, startedAt, migration: last.rows[0]?.name ?? '', ...(await known.surroundings) }
  }
}

async function surroundingsOf(publicUrl: string) {
  const [hasFfmpeg, certificateEndsAt, changelog] = await Promise.all([
    canRun('ffmpeg'),
    endOfCertificate(publicUrl),
    readFile(CHANGELOG, 'utf8').catch(() => ''),
  ])
  return { hasFfmpeg, certificateEndsAt, news: newsIn(changelog) }
}

function canRun(program: string): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(program, ['-version'], { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}

/** Null without https, and if the address cannot be reached from here. */
function endOfCertificate(publicUrl: string): Promise<number | null> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return Promise.resolve(null)
  return new Promise(resolve => {
    // It is only looked at: nothing is sent, so one that has expired may be read, too.
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    })
    const end = (at: number | null) => {
      socket.destroy()
      resolve(at)
    }
    socket.setTimeout(CERTIFICATE_TIMEOUT_MS, () => end(null))
    socket.once('error', () => end(null))
    socket.once('secureConnect', () => end(Date.parse(socket.getPeerCertificate().valid_to) || null))
  })
}

/** What organisations can do, in the newest part of the changelog: a sentence for each point. */
export function newsIn(changelog: string): string[] {
  const [, newest = ''] = changelog.split(/^## /m)
  const [, forThem = ''] = newest.split(/^\*\*Organisations can\*\*$/m)
  const [points = ''] = forThem.split(/^(?:\*\*|#)/m)
  return points
    .split(/^- /m)
    .slice(1)
    .map(point => point.replace(/\s+/g, ' ').replaceAll('`', '').replace(/;? *$/, '').trim())
}
