import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setAway } from '../../contract/inbox/away.ts'
import { Clock, onEachDatabase } from '../testing.ts'
import { mentorOf } from './conversation/participant.ts'
import { addMentor, PHONES, send, startWithAll, textsOf, updates } from './testing.ts'
import { updatesFor } from './updates/updates.ts'

const PER_WRITER = 12
const WRITERS = 8

onEachDatabase('order', (start, database) => {
  test("a message that arrives while Salma's inboxes are read one by one comes with her next poll", async () => {
    const { server, salma, noura, mentorId } = await startWithAll(start)
    const { db } = server.services
    await send(noura, mentorId, 'before')
    const looking = await mentorOf(db, salma.uid)
    await send(noura, mentorId, 'meanwhile')
    const { messages, cursor } = await updatesFor(db, looking, 0)
    expect(textsOf(messages)).toEqual(['before'])
    expect(textsOf((await updates(salma, { since: cursor })).messages)).toEqual(['meanwhile'])
  })

  test("a mentor who covers for Salma gets Salma's messages at once, even if that inbox is ahead in time", async () => {
    const { server, salma, noura, mentorId } = await startWithAll(start)
    const { id: coverId } = await addMentor(server, 'Huda Kamel', PHONES.huda)
    const huda = await server.signIn(PHONES.huda)
    server.clock.advance(60_000)
    await send(noura, mentorId, 'from a clock that was ahead')
    server.clock.advance(-60_000)
    await salma.call(setAway, { body: { isAway: true, coverId } })
    const { messages, cursor } = await updates(huda)
    expect(textsOf(messages)).toEqual(['from a clock that was ahead'])
    await send(noura, mentorId, 'next')
    expect(textsOf((await updates(huda, { since: cursor })).messages)).toEqual(['next'])
  })

  // Two machines with different clocks on one database, whose commits are slow.
  if (database === 'postgres') {
    test('a reader who asks for strictly newer messages misses none and gets none twice', async () => {
      const [ahead, behind] = [new Clock(), new Clock()]
      ahead.advance(5000)
      behind.advance(-5000)
      const env = { LIMIT_FACTOR: '100' }
      const server = await start({ env, clock: ahead })
      const { databaseUrl, dataDir } = server.services.config
      const other = await start({ env, clock: behind, databaseUrl, dataDir })
      const { db } = server.services
      const { id } = await addMentor(server, 'Salma Haddad', PHONES.salma)
      const salma = await other.signIn(PHONES.salma)
      await sql`create function slowly() returns trigger as 'begin perform pg_sleep(random() / 50); return null; end'
      language plpgsql`.execute(db)
      await sql`create constraint trigger slowly after insert on messages deferrable initially deferred
      for each row execute function slowly()`.execute(db)

      const learners = await Promise.all(
        Array.from({ length: WRITERS }, (_, number) => (number % 2 ? server : other).signIn(`+97150555000${number}`)),
      )
      const written = learners.map(async (learner, number) => {
        for (let at = 0; at < PER_WRITER; at++) {
          if (at === 6) behind.advance(-60_000)
          await send(learner, id, `${number} ${at}`)
        }
      })
      let isOver = false
      const over = Promise.all(written).then(() => {
        isOver = true
      })
      const read: string[] = []
      let since: string | undefined
      for (let last = false; !last; ) {
        last = isOver
        const { messages, cursor } = await updates(salma, since ? { since } : {})
        read.push(...textsOf(messages))
        since = cursor
      }
      await over
      expect(read).toHaveLength(WRITERS * PER_WRITER)
      expect(new Set(read).size).toBe(WRITERS * PER_WRITER)
      for (let number = 0; number < WRITERS; number++) {
        const own = read.filter(text => text.startsWith(`${number} `))
        expect(own).toEqual(Array.from({ length: PER_WRITER }, (_, at) => `${number} ${at}`))
      }
    })
  }
})
