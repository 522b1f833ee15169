import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../contract/messages.ts'
import { withDatabase } from '../../e2e/command.ts'
import { Server } from '../../e2e/server.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import { type Class, crowd, type Member } from '../messages/crowd.ts'
import type { Row } from '../table.ts'
import { countDamages } from './damages.ts'
import { type JournalEntry, judge, type Verdict } from './journal.ts'
import { MessageReader } from './reader.ts'
import { Sender } from './sender.ts'
import { readStored } from './stored-messages.ts'
import { installWitness } from './witness.ts'

/** Two mentors and eighteen learners write. */
const CROWD = { classes: 2, learnersEach: 9 }
const SENDS = 10_000
const KILLS = 10
/**
 * The server is killed after `sends` more messages, at a random moment within `mostMs`. So it is killed ten times
 * before all messages are sent.
 */
const LIFE = { sends: SENDS / (2 * KILLS), mostMs: 300 }

/**
 * Sends messages over a network that loses responses, to a server that is killed again and again. Each message must be
 * stored once, in the order of its sender.
 */
export function storm(): Promise<Row[]> {
  return onEachDatabase(stormOn)
}

async function stormOn(database: Database): Promise<Row[]> {
  const isPostgres = database.settings.DATABASE_URL !== ''
  const server = new Server(database.settings)
  await server.start()
  try {
    const classes = await withDatabase(server, async db => {
      await installWitness(db, isPostgres, { table: 'messages', column: 'client_key' })
      return crowd(db, server.dataDir, CROWD)
    })
    const journal: JournalEntry[] = []
    const senders = sendersIn(classes, server, journal)
    for (let kills = 0; kills < KILLS; kills++) await liveAndDie(server, senders, journal)
    await Promise.all(senders.map(sender => sender.sendAll(() => false)))
    const read = await Promise.all(classes.map(({ mentor }) => readAll(server, mentor)))
    await server.stop()
    const verdict = judge(journal, await withDatabase(server, readStored))
    const damages = await withDatabase(server, db => countDamages(db, isPostgres))
    const misread = senders.filter(sender => !sender.isIn(read.flat())).length
    return rowsOf(database.name, { ...verdict, ...totalOf(senders), damages, misread })
  } finally {
    await server.remove()
  }
}

type Counted = Verdict & ReturnType<typeof totalOf> & { damages: number; misread: number }

function rowsOf(name: string, counted: Counted): Row[] {
  const row = (what: string, value: number, unit = 'messages') => ({ name: `storm, ${name}: ${what}`, value, unit })
  return [
    row('kills', KILLS, ''),
    { ...row('acknowledged', counted.acked), atLeast: SENDS },
    row('requests', counted.requests, ''),
    row('answers dropped', counted.dropped, ''),
    { ...row('lost', counted.lost), atMost: 0 },
    { ...row('doubled', counted.doubled), atMost: 0 },
    { ...row('answered as two', counted.answeredAsTwo), atMost: 0 },
    { ...row('senders read out of order, or not whole', counted.misread, ''), atMost: 0 },
    { ...row('damages in the files', counted.damages, ''), atMost: 0 },
  ]
}

function totalOf(senders: Sender[]) {
  const sum = (what: 'requests' | 'dropped' | 'answeredAsTwo') =>
    senders.reduce((total, sender) => total + sender[what], 0)
  return { requests: sum('requests'), dropped: sum('dropped'), answeredAsTwo: sum('answeredAsTwo') }
}

/** Each learner writes to their mentor, each mentor to all their learners in turn. */
function sendersIn(classes: Class[], server: Server, journal: JournalEntry[]): Sender[] {
  const each = SENDS / (CROWD.classes * (CROWD.learnersEach + 1))
  return classes.flatMap(({ id, mentor, learners }) => [
    new Sender({
      server,
      member: mentor,
      name: String(id),
      to: learners.map(({ uid }) => uid),
      messages: each,
      journal,
    }),
    ...learners.map(member => new Sender({ server, member, name: member.uid, to: [id], messages: each, journal })),
  ])
}

async function liveAndDie(server: Server, senders: Sender[], journal: JournalEntry[]): Promise<void> {
  let isOver = false
  const until = journal.length + LIFE.sends
  const sending = Promise.all(senders.map(sender => sender.sendAll(() => isOver)))
  while (journal.length < until) {
    if (journal.length === SENDS) throw new Error('All was sent before the server had died often enough')
    await sleep(5)
  }
  await sleep(Math.random() * LIFE.mostMs)
  await server.stop('SIGKILL')
  isOver = true
  await sending
  await server.start()
}

async function readAll(server: Server, mentor: Member): Promise<Message[]> {
  const reader = new MessageReader(server.origin, mentor)
  await reader.readOn()
  return reader.read
}
