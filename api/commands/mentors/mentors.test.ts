import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { DAY } from '../../../contract/time.ts'
import { limitKey } from '../../http/limit-key.ts'
import { PHONES, send, startWithAll, updates } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import type { Command } from '../command.ts'
import { settingsCommand } from '../organisation/settings.ts'
import { kindTextsCommand, kindWordsCommand } from '../people/kind-words.ts'
import { addMentorCommand } from './add-mentor.ts'
import { assignCommand } from './assign.ts'
import { setAwayCommand, setCapacityCommand } from './capacity-and-absence.ts'
import { changeMentorCommand } from './change-mentor.ts'
import { handOverCommand } from './hand-over.ts'
import { checkListCommand, linkListCommand, sendListCommand, stopListCommand } from './invitation-lists.ts'
import { endLinkCommand } from './links.ts'
import { listMentorsCommand } from './list-mentors.ts'
import { undoMoveCommand } from './undo-move.ts'
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
    const printed = await type(server, assignCommand, `--phone ${PHONES.noura} --to 2`)
    expect(printed).toMatch(new RegExp(`^Huda is the mentor of \\${PHONES.noura} now.\nTo undo it .* undo-move \\S+$`))
    expect((await updates(noura)).responder).toMatchObject({ id: 2, name: 'Huda' })
    expect(await type(server, handOverCommand, '--from 1 --to 2 --retire')).toBe(
      "1 of Salma Haddad's learners is with Huda now.\nSalma Haddad is no mentor any more.",
    )
    expect(await type(server, listMentorsCommand, '')).toContain('0 learners  retired')
    const expectFailure = (command: Command, line: string) => expect(type(server, command, line)).rejects
    await expectFailure(assignCommand, `--phone ${PHONES.noura} --to 1`).toThrow(
      'Salma Haddad is retired and takes no learners',
    )
    await expectFailure(assignCommand, `--phone ${PHONES.huda} --to 2`).toThrow('Nobody signs in with')
    await expectFailure(assignCommand, `--phone ${PHONES.noura} --to 9`).toThrow('There is no mentor number 9')
    await expectFailure(kindTextsCommand, '--mentor 9').toThrow('There is no mentor number 9')
    await expectFailure(kindWordsCommand, '--course tea').toThrow('There is no course tea')
    await expectFailure(handOverCommand, '--from 1').toThrow('npm run admin -- hand-over --from 1 --to 2')
    await expectFailure(handOverCommand, `--from ${PHONES.huda} --to 2`).toThrow('cannot hand over to themselves')
  })

  test('a move is undone by the id that was printed, once', async () => {
    const { server, noura } = await startWithAll(start)
    await type(server, addMentorCommand, `--phone ${PHONES.huda} --name Huda`)
    const [id = ''] = /\S+$/.exec(await type(server, handOverCommand, '--from 1 --to 2')) ?? []
    expect((await updates(noura)).responder).toMatchObject({ id: 2 })
    expect(await type(server, undoMoveCommand, id)).toBe('2 learners are with their former mentor again.')
    expect((await updates(noura)).responder).toMatchObject({ id: 1 })
    const expectFailure = (line: string) => expect(type(server, undoMoveCommand, line)).rejects
    await expectFailure(id).toThrow('can no longer be')
    await expectFailure('nothing').toThrow('There is no move nothing.')
    await expectFailure('').toThrow('npm run admin -- undo-move')
  })

  test('a mentor has room for a number of learners, and is away until the end of a day', async () => {
    const { server, noura } = await startWithAll(start)
    await type(server, addMentorCommand, `--phone ${PHONES.huda} --name Huda`)
    expect(await type(server, setCapacityCommand, '2 60')).toBe('Huda has room for 60 learners.')
    expect(await type(server, setCapacityCommand, '2 usual')).toBe('Huda has room for 50 learners.')
    await type(server, settingsCommand, 'timeZone Asia/Amman')
    expect(await type(server, setAwayCommand, '1 --until 2096-12-31 --cover 2')).toBe(
      'Salma Haddad is away until the end of 2096-12-31 (Asia/Amman). Huda stands in.',
    )
    const row = server.services.db.selectFrom('responders').select(['away_until', 'cover_id']).where('id', '=', 1)
    expect(await row.executeTakeFirst()).toEqual({ away_until: Date.parse('2097-01-01T00:00+03:00'), cover_id: 2 })
    expect((await updates(noura)).responder).toMatchObject({ isAway: true, coveredBy: 'Huda' })
    expect(await type(server, setAwayCommand, '1 --off')).toBe('Salma Haddad is back.')
    expect((await updates(noura)).responder).not.toMatchObject({ isAway: true })
    const expectFailure = (command: Command, line: string) => expect(type(server, command, line)).rejects
    for (const count of ['0', '1001', 'many', '1.5'])
      await expectFailure(setCapacityCommand, `2 ${count}`).toThrow('a number from 1 to 1000')
    await expectFailure(setAwayCommand, '1 --until 2096-02-31').toThrow('say a day like 2026-12-31')
    await expectFailure(setAwayCommand, '1 --until 2020-01-01').toThrow('2020-01-01 is over')
    await expectFailure(setAwayCommand, '1 --cover 1').toThrow('cannot stand in for themselves')
    await expectFailure(setAwayCommand, '1 --off --cover 2').toThrow('and not both')
    await expectFailure(setAwayCommand, '--off').toThrow('npm run admin -- set-away 2')
  })

  test('a list of people is checked, sent by text and given as links', async () => {
    const { server } = await startWithAll(start)
    const folder = mkdtempSync(join(tmpdir(), 'step-by-step-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'people.csv')
    const check = async (text: string) => {
      writeFileSync(file, text)
      return (await type(server, checkListCommand, `${file} --language en`)).split('\n')
    }
    const printed = await check(
      `Phone;Name;Mentor\n+971507000001;Rana;\n${PHONES.noura};;\n+971507000002;Sami;Salma Hadad\n`,
    )
    expect(printed.slice(0, 3)).toEqual([
      `row 3 ${PHONES.noura}: is here already`,
      'row 4 +971507000002 Sami: no mentor of that name (Salma Haddad?)',
      '1 ready, 2 not.',
    ])
    const [, id = ''] = /send-list (\S+)/.exec(printed.join()) ?? []
    expect(await type(server, sendListCommand, id)).toBe('1 sent, 0 not, 0 left.')
    expect(server.outbox().find(({ to }) => to === '+971507000001')).toMatchObject({
      text: expect.stringMatching(/\?rid=\d{12}$/),
    })
    const [, later = ''] = /send-list (\S+)/.exec((await check('phone\n+971507000004\n')).join()) ?? []
    const startedAt = Date.now()
    const key = limitKey({ name: 'code/day', of: 'everybody' })
    const { db, config } = server.services
    await db.deleteFrom('limits').where('key', '=', key).execute()
    await db
      .insertInto('limits')
      .values({ key, started_at: startedAt, count: 1500 * config.limitFactor })
      .execute()
    const tomorrow = new Date(startedAt + DAY).toISOString()
    expect(await type(server, sendListCommand, later)).toBe(
      `0 sent, 0 not, 1 left.\nStopped: today’s share of text messages is used up. To go on after ${tomorrow}: send-list ${later}`,
    )
    const [, links = ''] = /send-list (\S+)/.exec((await check('phone\n+971507000003\n')).join()) ?? []
    expect(await type(server, stopListCommand, links)).toBe('Nothing more is sent.')
    expect(await type(server, linkListCommand, links)).toMatch(
      /^2 {2}\+971507000003 {2}http.*\?rid=\d{12}\nEach is good/,
    )
    await expect(check('')).rejects.toThrow('The list is empty.')
    await expect(type(server, sendListCommand, '')).rejects.toThrow('npm run admin -- send-list')
    for (const command of [sendListCommand, stopListCommand, linkListCommand])
      await expect(type(server, command, 'nope')).rejects.toThrow('There is no list nope.')
    await expect(type(server, endLinkCommand, 'nope')).rejects.toThrow('There is no link nope.')
  })

  test('a mentor needs a name', async () => {
    const { server } = await startWithAll(start)
    const expectFailure = (command: Command, words: string[]) => expect(type(server, command, words)).rejects
    const phone = ['--phone', PHONES.huda]
    await expectFailure(addMentorCommand, ['--name', ' \u200f', ...phone]).toThrow('--name: say a name')
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
