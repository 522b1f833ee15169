import { expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { PHONES, send, startWithAll, updates } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import type { Command } from '../command.ts'
import { addMentorCommand } from './add-mentor.ts'
import { assignCommand } from './assign.ts'
import { changeMentorCommand } from './change-mentor.ts'
import { handOverCommand } from './hand-over.ts'
import { listMentorsCommand } from './list-mentors.ts'
import { waitingCommand } from './waiting.ts'

onEachDatabase('What an operator can do for mentors', start => {
  async function type(server: TestServer, command: Command, line: string | string[]): Promise<string> {
    const printed: string[] = []
    const { db, config } = server.services
    const words = typeof line === 'string' ? line.split(' ') : line
    await command.run({ db, config, words, print: line => printed.push(line) })
    return printed.join('\n')
  }

  test('mentors are listed with their learners', async () => {
    const { server } = await startWithAll(start)
    await type(server, addMentorCommand, `--phone ${PHONES.huda} --name Huda`)
    expect(await type(server, listMentorsCommand, '')).toBe(
      `1  Salma Haddad  ${PHONES.salma}  2 learners\n2  Huda  ${PHONES.huda}  0 learners`,
    )
  })

  test('one learner, or all learners of a mentor, are given to another mentor', async () => {
    const { server, noura } = await startWithAll(start)
    await type(server, addMentorCommand, `--phone ${PHONES.huda} --name Huda`)
    const said = await type(server, assignCommand, `--phone ${PHONES.noura} --to 2`)
    expect(said).toBe(`Huda is the mentor of ${PHONES.noura} now.`)
    expect((await updates(noura)).responder).toMatchObject({ id: 2, name: 'Huda' })
    expect(await type(server, handOverCommand, '--from 1 --to 2 --retire')).toBe(
      "1 of Salma Haddad's learners are with Huda now.\nSalma Haddad is no mentor any more.",
    )
    expect(await type(server, listMentorsCommand, '')).toContain('0 learners  retired')
    const expectFailure = (command: Command, line: string) => expect(type(server, command, line)).rejects
    await expectFailure(assignCommand, `--phone ${PHONES.noura} --to 1`).toThrow(
      'Salma Haddad is retired and takes no learners',
    )
    await expectFailure(assignCommand, `--phone ${PHONES.huda} --to 2`).toThrow('Nobody signs in with')
    await expectFailure(assignCommand, `--phone ${PHONES.noura} --to 9`).toThrow('There is no mentor number 9')
    await expectFailure(handOverCommand, '--from 1').toThrow('npm run admin -- hand-over --from 1 --to 2')
    await expectFailure(handOverCommand, `--from ${PHONES.huda} --to 2`).toThrow('cannot hand over to themselves')
  })

  test('a mentor needs a name', async () => {
    const { server } = await startWithAll(start)
    const expectFailure = (command: Command, words: string[]) => expect(type(server, command, words)).rejects
    const phone = ['--phone', PHONES.huda]
    await expectFailure(addMentorCommand, ['--name', '   ', ...phone]).toThrow('--name: say a name')
    await expectFailure(addMentorCommand, ['--name', ...phone]).toThrow('--name: say a name')
    await expectFailure(changeMentorCommand, ['1', '--name', '', ...phone]).toThrow('--name: say a name')
    expect(await type(server, listMentorsCommand, '')).not.toContain(PHONES.huda)
  })

  test('a name and a phone can be corrected, and a taken phone is explained', async () => {
    const { server, noura, salma } = await startWithAll(start)
    await type(server, addMentorCommand, `--phone ${PHONES.huda} --name Hudda`)
    expect(await type(server, changeMentorCommand, '2 --name Huda')).toBe(`Mentor number 2 is Huda, ${PHONES.huda}.`)
    const expectFailure = (command: Command, line: string) => expect(type(server, command, line)).rejects
    await expectFailure(addMentorCommand, `--phone ${PHONES.huda} --name Huda`).toThrow(
      `${PHONES.huda} belongs to mentor number 2, Huda. To correct the name: npm run admin -- change-mentor 2 --name …`,
    )
    await expectFailure(changeMentorCommand, `1 --phone ${PHONES.huda}`).toThrow('belongs to mentor number 2')
    await expectFailure(changeMentorCommand, '3 --name Huda').toThrow('There is no mentor number 3')
    await expectFailure(changeMentorCommand, '2').toThrow('npm run admin -- change-mentor 2 --name')

    expect(await type(server, changeMentorCommand, `1 --phone ${PHONES.noura}`)).toContain(
      `Salma Haddad, ${PHONES.noura}`,
    )
    expect(await userOf(noura)).toMatchObject({ mentorId: 1, responder_id: null })
    expect(await userOf(salma)).toMatchObject({ mentorId: null, responder_id: 2 })
  })

  test('a retired mentor learns with a mentor of their own, and can return', async () => {
    const { server, salma, noura } = await startWithAll(start)
    await type(server, addMentorCommand, `--phone ${PHONES.huda} --name Huda`)
    await type(server, handOverCommand, '--from 1 --to 2 --retire')
    expect(await userOf(salma)).toMatchObject({ mentorId: null, responder_id: 2, responder_name: 'Huda' })

    const expectFailure = expect(type(server, addMentorCommand, `--phone ${PHONES.salma} --name Salma`)).rejects
    await expectFailure.toThrow('who is retired. To let them return: npm run admin -- change-mentor 1 --return')
    expect(await type(server, changeMentorCommand, '1 --return')).toContain('Mentor number 1 is Salma Haddad')
    expect(await userOf(salma)).toMatchObject({ mentorId: 1, responder_id: null })
    await type(server, handOverCommand, '--from 2 --to 1')
    expect((await updates(noura)).responder).toMatchObject({ id: 1 })
  })

  test('the people who wait are listed, longest first', async () => {
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

async function userOf({ call, uid }: Pick<Person, 'call' | 'uid'>) {
  return (await call(saveUser, { params: { uid }, body: {} })).data.user
}
