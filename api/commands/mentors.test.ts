import { expect, test } from 'vitest'
import { PHONES, send, startWithAll, updates } from '../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { addResponderCommand } from './add-responder.ts'
import { assignCommand } from './assign.ts'
import type { Command } from './command.ts'
import { handOverCommand } from './hand-over.ts'
import { listRespondersCommand } from './list-responders.ts'
import { waitingCommand } from './waiting.ts'

onEachDatabase('What an operator does for mentors', start => {
  async function type(server: TestServer, command: Command, line: string): Promise<string> {
    const printed: string[] = []
    const { db, config } = server.services
    await command.run({ db, config, words: line.split(' '), print: line => printed.push(line) })
    return printed.join('\n')
  }

  test('mentors are listed with their learners', async () => {
    const { server } = await startWithAll(start)
    await type(server, addResponderCommand, `--phone ${PHONES.huda} --name Huda`)
    expect(await type(server, listRespondersCommand, '')).toBe(
      `1  Salma Haddad  ${PHONES.salma}  2 learners\n2  Huda  ${PHONES.huda}  0 learners`,
    )
  })

  test('one learner, or all of a mentor’s, are given to another', async () => {
    const { server, noura } = await startWithAll(start)
    await type(server, addResponderCommand, `--phone ${PHONES.huda} --name Huda`)
    const said = await type(server, assignCommand, `--phone ${PHONES.noura} --to 2`)
    expect(said).toBe(`Huda is the mentor of ${PHONES.noura} now.`)
    expect((await updates(noura)).responder).toMatchObject({ id: 2, name: 'Huda' })
    expect(await type(server, handOverCommand, '--from 1 --to 2 --retire')).toBe(
      "1 of Salma Haddad's learners are with Huda now.\nSalma Haddad is no mentor any more.",
    )
    expect(await type(server, listRespondersCommand, '')).toContain('0 learners  retired')
    const refused = (command: Command, line: string) => expect(type(server, command, line)).rejects
    await refused(assignCommand, `--phone ${PHONES.noura} --to 1`).toThrow('Salma Haddad takes no learners')
    await refused(assignCommand, `--phone ${PHONES.huda} --to 2`).toThrow('Nobody signs in with')
    await refused(assignCommand, `--phone ${PHONES.noura} --to 9`).toThrow('There is no mentor number 9')
    await refused(handOverCommand, '--from 1').toThrow('npm run admin -- hand-over --from 1 --to 2')
    await refused(handOverCommand, `--from ${PHONES.huda} --to 2`).toThrow('cannot hand over to themselves')
  })

  test('who waits is told, longest first', async () => {
    const { server, noura, yousef, mentorId } = await startWithAll(start)
    expect(await type(server, waitingCommand, '')).toBe('Nobody waits.')
    server.clock.advance(-3 * 3_600_000)
    await send(noura, mentorId, 'long ago')
    server.clock.advance(3 * 3_600_000)
    await send(yousef, mentorId, 'just now')
    expect(await type(server, waitingCommand, '')).toBe(
      `3 hours  ${PHONES.noura}  waits for Salma Haddad\n0 minutes  ${PHONES.yousef}  waits for Salma Haddad`,
    )
  })
})
