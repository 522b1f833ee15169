import { beforeAll, expect, test } from 'vitest'
import { mergeUser, saveUser } from '../../../contract/account.ts'
import { allCalls } from '../../../contract/all-calls.ts'
import { getPerson } from '../../../contract/organisation/people.ts'
import { makeMergeLink } from '../../../contract/organisation/person-acts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { mergeLinkCommand } from '../../commands/people/merge-link.ts'
import { castOn } from '../../messages/testing.ts'
import { onEachDatabase } from '../../testing.ts'
import { newEmail, newPhone, type Person, register } from '../../testing-people.ts'
import { nameIt, startOwnedForAll } from './testing.ts'

test('two calls are about joining accounts: that of the person themselves, and the one that notes a link', () => {
  expect(allCalls.filter(({ path }) => /merge|join(?!Team)/i.test(path)).map(({ path }) => path)).toEqual([
    mergeUser.path,
    makeMergeLink.path,
  ])
})

onEachDatabase('The link to join two accounts', start => {
  let owned: Awaited<ReturnType<typeof startOwnedForAll>>
  beforeAll(async () => {
    owned = await startOwnedForAll(start)
  })

  /** Noura learns by phone now. Before, she learned by e-mail. */
  async function nouraTwice() {
    const { server, reem } = owned
    const cast = await castOn(server)
    const { noura } = cast
    const omar = await server.signIn(newPhone())
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['coordinator'] } })
    await nameIt(noura, 'Noura Salem')
    return { ...cast, reem, omar, byEmail: await register(server.origin, newEmail(), 'step by step 1') }
  }

  const makeLink = (who: Person, uid: string) => who.call(makeMergeLink, { params: { uid } })
  const merge = (who: Pick<Person, 'call'>, uid: string, proof: Person) =>
    who.call(
      mergeUser,
      { params: { uid }, body: { phoneUid: proof.uid, phoneNumber: proof.phone } },
      { headers: { 'X-Merge-Proof': proof.idToken } },
    )

  test('changes nothing by itself: it stands in the log of the person, and they join the accounts', async () => {
    const { omar, noura, byEmail } = await nouraTwice()
    await makeLink(omar, noura.uid)
    const person = (await omar.call(getPerson, { params: { uid: noura.uid } })).data
    expect(person).toMatchObject({ phoneNumber: noura.phone, email: null })
    expect(person.lines.map(({ action, actor }) => [action, actor?.uid])).toEqual([['merge-link-made', omar.uid]])
    const { user } = (await merge(byEmail, byEmail.uid, noura)).data
    expect(user).toMatchObject({ uid: byEmail.uid, phoneNumber: noura.phone, formerUids: [noura.uid] })
  })

  test('gives the team no right: neither an owner nor a coordinator joins the accounts of others', async () => {
    const { reem, omar, noura, byEmail } = await nouraTwice()
    for (const who of [reem, omar]) {
      await makeLink(who, noura.uid)
      // With the uid of the e-mail account, and their own token as the proof.
      await expect(merge(who, byEmail.uid, { ...noura, idToken: who.idToken })).rejects.toMatchObject({ status: 403 })
      // With their own uid. The token is not Noura's.
      await expect(merge(who, who.uid, { ...noura, idToken: who.idToken })).rejects.toMatchObject({
        ...{ status: 403, code: 'auth/merge-proof-required' },
      })
    }
    const load = (who: Pick<Person, 'call' | 'uid'>) => who.call(saveUser, { params: { uid: who.uid }, body: {} })
    expect((await load(noura)).data.user).toMatchObject({ email: null, formerUids: [] })
    expect((await load(byEmail)).data.user).toMatchObject({ phoneNumber: null, formerUids: [] })
  })

  test('is for an account with a phone number alone, and not for that of a mentor', async () => {
    const { reem, omar, salma, noura, byEmail } = await nouraTwice()
    const refused = { status: 409, code: 'people/cannot-merge' }
    await expect(makeLink(omar, byEmail.uid)).rejects.toMatchObject(refused)
    await expect(makeLink(omar, salma.uid)).rejects.toMatchObject(refused)
    await expect(makeLink(omar, 'nobody')).rejects.toMatchObject({ status: 404 })
    await expect(makeLink(omar, reem.uid)).rejects.toMatchObject({ code: 'people/owner-only' })
    await expect(makeLink(noura, noura.uid)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await merge(byEmail, byEmail.uid, noura)
    await expect(makeLink(omar, byEmail.uid)).rejects.toMatchObject(refused)
  })

  test('is printed by the operator, too', async () => {
    const { server, noura, byEmail } = await nouraTwice()
    const printed: string[] = []
    const { db, config } = server.services
    const words = ['--phone', noura.phone]
    await mergeLinkCommand.run({ db, config, words, print: line => printed.push(line) })
    expect(printed[0]).toBe(`${config.publicUrl}/account?merge=${noura.uid}`)
    const ofNobody = mergeLinkCommand.run({ db, config, words: ['--email', byEmail.email], print: () => {} })
    await expect(ofNobody).rejects.toThrow('phone number')
  })
})
