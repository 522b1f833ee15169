import { setTextConsent } from '../../contract/account.ts'
import { giveKindWords, sendKindTexts } from '../../contract/organisation/kind-words/kind-words.ts'
import * as acts from '../../contract/organisation/person-acts.ts'
import { DAY } from '../../contract/time.ts'
import { blockCommand, unblockCommand } from '../commands/people/block.ts'
import { correctNameCommand } from '../commands/people/correct-name.ts'
import { cancelErasureCommand, eraseCommand } from '../commands/people/erase.ts'
import { prepareDataCommand } from '../commands/people/export-data.ts'
import { kindTextsCommand, kindWordsCommand } from '../commands/people/kind-words.ts'
import { mergeLinkCommand } from '../commands/people/merge-link.ts'
import { cancelNewPhoneCommand, newPhoneCommand } from '../commands/people/new-phone.ts'
import { setBetaCommand } from '../commands/people/set-beta.ts'
import { signOutEverywhereCommand } from '../commands/people/sign-out-everywhere.ts'
import type { Pair, World } from './testing-world.ts'

const noura = ({ noura: { uid } }: World) => ({ params: { uid } })
const byUid = ({ yousef: { uid } }: World) => ['--uid', uid]

/**
 * Acts on a person. The order matters: some need what an earlier one has changed. The button acts on Noura, the command
 * on Yousef.
 */
export const PERSON_PAIRS: Pair[] = [
  {
    action: 'beta-changed',
    button: world => world.reem.call(acts.setPersonBeta, { ...noura(world), body: { isBeta: true } }),
    command: setBetaCommand,
    words: byUid,
  },
  {
    action: 'name-corrected',
    button: world => world.reem.call(acts.correctName, { ...noura(world), body: { name: 'Noura Salem' } }),
    command: correctNameCommand,
    words: world => [...byUid(world), '--name', 'Yousef Amin'],
  },
  {
    action: 'kind-texts-sent',
    button: async world => {
      await agreeAndBeSilent(world, '+971508100001')
      return world.reem.call(sendKindTexts, { body: {} })
    },
    command: kindTextsCommand,
    words: async world => {
      await agreeAndBeSilent(world, '+971508100002')
      return []
    },
  },
  {
    action: 'kind-words-handed',
    button: async world => {
      await makeSilent(world, world.noura.uid)
      return world.reem.call(giveKindWords, { body: {} })
    },
    command: kindWordsCommand,
    words: async world => {
      await makeSilent(world, world.yousef.uid)
      return []
    },
  },
  {
    action: 'person-blocked',
    button: world => world.reem.call(acts.blockPerson, { ...noura(world), body: { reason: 'Two accounts' } }),
    command: blockCommand,
    words: world => [...byUid(world), '--reason', 'Two accounts'],
  },
  {
    action: 'person-unblocked',
    button: world => world.reem.call(acts.unblockPerson, noura(world)),
    command: unblockCommand,
    words: byUid,
  },
  {
    action: 'signed-out-everywhere',
    button: world => world.reem.call(acts.signOutPerson, noura(world)),
    command: signOutEverywhereCommand,
    words: byUid,
  },
  {
    action: 'phone-allowed',
    button: world => world.reem.call(acts.allowNewPhone, { ...noura(world), body: { phoneNumber: '+971507777773' } }),
    command: newPhoneCommand,
    words: world => [...byUid(world), '--to', '+971507777774'],
  },
  {
    action: 'phone-cancelled',
    button: world => world.reem.call(acts.cancelNewPhone, noura(world)),
    command: cancelNewPhoneCommand,
    words: byUid,
  },
  {
    action: 'merge-link-made',
    button: world => world.reem.call(acts.makeMergeLink, noura(world)),
    command: mergeLinkCommand,
    words: byUid,
  },
  {
    action: 'data-prepared',
    button: world => world.reem.call(acts.prepareData, noura(world)),
    command: prepareDataCommand,
    words: byUid,
  },
  {
    action: 'erasure-scheduled',
    button: world => world.reem.call(acts.erasePerson, { ...noura(world), body: { name: 'Noura Salem' } }),
    command: eraseCommand,
    words: byUid,
  },
  {
    action: 'erasure-cancelled',
    button: world => world.reem.call(acts.cancelPersonErasure, noura(world)),
    command: cancelErasureCommand,
    words: byUid,
  },
  {
    action: 'person-erased',
    button: world => world.reem.call(acts.erasePerson, { ...noura(world), body: { name: 'Noura Salem', isNow: true } }),
    command: eraseCommand,
    words: world => [...byUid(world), '--now'],
  },
]

/** Signs in a new person each time, because a silent person gets only one kind word, by text or as a draft. */
async function agreeAndBeSilent(world: World, phone: string): Promise<void> {
  const person = await world.server.signIn(phone)
  await person.call(setTextConsent, { body: { agrees: true } })
  await makeSilent(world, person.uid)
}

/** Makes a person silent: their last page was logged thirty days ago. */
async function makeSilent({ server }: World, uid: string): Promise<void> {
  const { db } = server.services
  const at = server.clock.now() - 30 * DAY
  const page = {
    uid,
    lesson_id: 'first-steps-en-welcome',
    page_id: 'start',
    page_type: null,
    answer: null,
    is_own_words: 0 as const,
  }
  await db
    .insertInto('page_answers')
    .values({ ...page, answered_at: at, logged_at: at, first_at: at, reviewed_at: null })
    .execute()
  await db.updateTable('users').set({ began_at: at, active_at: at }).where('uid', '=', uid).execute()
}
