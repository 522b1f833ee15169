import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAdmin } from '../../../api/backups/run-admin.ts'
import { type FileSystem, Volume, whyNoVolume } from '../../../api/media/storage/testing-volume.ts'
import { type Postgres, startPostgres } from '../../../api/testing-postgres.ts'
import { withDatabase } from '../../../e2e/command.ts'
import { Server } from '../../../e2e/server.ts'
import { crowd } from '../../messages/crowd.ts'
import type { Row } from '../../table.ts'
import { countDamages } from '../damages.ts'
import { type Hand, handsOf } from './hands.ts'

const FILE_SYSTEMS: FileSystem[] = ['XFS', 'ext4']
const LEARNERS = 9
const CUTS = 20
/** The state of the backup when the power fails. The cuts take these states in turn. */
const BACKUPS = ['ended', 'begun', 'none', 'none'] as const
/** The power fails when so many values are confirmed, and at least one of each kind. */
const MIN_ACKED = 100
/** The power then fails at a random moment within this time. */
const LATEST_CUT_MS = 1000
const LIFE_LIMIT_MS = 5 * 60_000
const AGAIN_MS = 100

/**
 * The volume of database and files loses its power at random moments, again and again. Everything that the server has
 * confirmed must be there when the power is back.
 */
export async function powerLoss(): Promise<Row[]> {
  const reason = whyNoVolume()
  if (reason !== undefined) {
    console.log(`Not measured: ${reason}.`)
    return []
  }
  const rows: Row[] = []
  for (const fileSystem of FILE_SYSTEMS) {
    for (const isPostgres of [false, true]) rows.push(...(await onVolume(fileSystem, isPostgres)))
  }
  return rows
}

async function onVolume(fileSystem: FileSystem, isPostgres: boolean): Promise<Row[]> {
  const { TMPDIR } = process.env
  const volume = new Volume(fileSystem)
  // The server and PostgreSQL make their folders in TMPDIR.
  process.env.TMPDIR = volume.folder
  let postgres: Postgres | undefined
  try {
    postgres = isPostgres ? await startPostgres() : undefined
    if (isPostgres && !postgres) {
      console.log('Not on PostgreSQL: there is none on this machine (apt install postgresql).')
      return []
    }
    volume.flush()
    return await losing(volume, postgres, `power loss, ${isPostgres ? 'PostgreSQL' : 'SQLite'} on ${fileSystem}`)
  } finally {
    await postgres?.stop()
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await volume.remove()
  }
}

async function losing(volume: Volume, postgres: Postgres | undefined, what: string): Promise<Row[]> {
  const server = new Server({ DATABASE_URL: postgres?.url ?? '', LOG_LEVEL: 'silent' })
  await server.start()
  try {
    const [people] = await withDatabase(server, db => crowd(db, server.dataDir, { classes: 1, learnersEach: LEARNERS }))
    if (!people) throw new Error('There are no people')
    const pens = (await handsOf(server, people)).map(hand => new Pen(hand))
    const kept = { acked: 0, lost: 0, backups: 0 }
    for (let cuts = 0; cuts < CUTS; cuts++)
      await liveAndLosePower({ volume, postgres, server, pens }, BACKUPS[cuts % BACKUPS.length] ?? 'none', kept)
    for (const pen of pens) kept.lost += await pen.lostOfAll()
    const damages = await withDatabase(server, db => countDamages(db, postgres !== undefined))
    return [
      { name: `${what}: cuts`, value: CUTS, unit: '' },
      { name: `${what}: acknowledged`, value: kept.acked, unit: '', atLeast: CUTS * MIN_ACKED },
      { name: `${what}: backups among these`, value: kept.backups, unit: '' },
      { name: `${what}: lost`, value: kept.lost, unit: '', atMost: 0 },
      { name: `${what}: damages in the files`, value: damages, unit: '', atMost: 0 },
    ]
  } finally {
    await server.remove()
  }
}

type Living = { volume: Volume; postgres: Postgres | undefined; server: Server; pens: Pen[] }
type Kept = { acked: number; lost: number; backups: number }

async function liveAndLosePower(
  { volume, postgres, server, pens }: Living,
  backup: (typeof BACKUPS)[number],
  kept: Kept,
): Promise<void> {
  let isCut = false
  const acked = () => pens.reduce((sum, pen) => sum + pen.acked, 0)
  const begun = acked()
  let hasBackup = false
  const backingUp = backup === 'none' ? undefined : runs(['backup-all', '--from-server'], server)
  backingUp?.then(isMade => (hasBackup = isMade && !isCut))
  const writing = Promise.all(pens.map(pen => pen.writeUntilGone(() => isCut)))
  const deadline = performance.now() + LIFE_LIMIT_MS
  while (acked() < begun + MIN_ACKED || !pens.every(pen => pen.hasNew)) {
    if (performance.now() > deadline) throw new Error('The server confirms nothing more')
    await sleep(5)
  }
  if (backup === 'ended') await backingUp
  await sleep(Math.random() * LATEST_CUT_MS)
  isCut = true
  volume.losePower()
  await server.stop('SIGKILL')
  postgres?.signal('SIGKILL')
  await postgres?.end('SIGKILL')
  await writing
  await backingUp
  await volume.comeBack()
  await postgres?.begin()
  await server.start()
  kept.acked += acked() - begun
  for (const pen of pens) kept.lost += await pen.lostSinceLastCut()
  if (!hasBackup) return
  kept.acked += 1
  kept.backups += 1
  if (!(await runs(['prove-backup'], server))) kept.lost += 1
}

/** Whether the operator's command succeeds. With `--from-server`, an earlier backup that was killed is no obstacle. */
function runs(words: string[], { dataDir, databaseUrl }: Server): Promise<boolean> {
  return runAdmin(words, { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }).then(
    () => true,
    () => false,
  )
}

/** Writes values of one kind, and knows which of them were confirmed. */
class Pen {
  readonly #hand: Hand
  readonly #acked: string[] = []
  /** Values without a confirmation since the last confirmed one: each may be stored or not. */
  #unknown: string[] = []
  #checked = 0

  constructor(hand: Hand) {
    this.#hand = hand
  }

  get acked(): number {
    return this.#acked.length
  }

  get hasNew(): boolean {
    return this.#acked.length > this.#checked
  }

  async writeUntilGone(isCut: () => boolean): Promise<void> {
    for (;;) {
      const value = randomUUID()
      this.#unknown.push(value)
      const isWritten = await this.#hand.write(value).then(
        () => true,
        () => false,
      )
      // A reply that comes after the cut may be from before the cut or not, so it does not count.
      if (isCut()) return
      if (isWritten) {
        this.#acked.push(value)
        this.#unknown = []
      } else {
        // On a busy machine, the server may refuse a request and ask for a second try.
        await sleep(AGAIN_MS)
      }
    }
  }

  async lostSinceLastCut(): Promise<number> {
    const since = this.#acked.slice(this.#checked)
    this.#checked = this.#acked.length
    return this.#lostOf(since)
  }

  lostOfAll(): Promise<number> {
    return this.#lostOf(this.#acked)
  }

  async #lostOf(values: readonly string[]): Promise<number> {
    const { find, isOneValue } = this.#hand
    const found = await find(values)
    if (!isOneValue) return values.length - found.length
    const last = values.at(-1)
    return last === undefined || [last, ...this.#unknown].some(value => found.includes(value)) ? 0 : 1
  }
}
