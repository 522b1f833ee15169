import { eraseNow } from '../../account/personal-data/erase.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { openStores } from '../../media/storage/stores.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { cancelPersonErasure, scheduleErasure } from '../../organisation/people/account-acts.ts'
import { createPersonalDataSources } from '../../personal-data-sources.ts'
import { openAccounts } from '../../sign-in/open-identity.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const eraseCommand: Command = {
  usage: `${WHO} [--now]`,
  summary: 'Erases a person and all their data in seven days; --now: at once',
  async run({ db, config, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'erase')
    const isNow = words.includes('--now')
    const locks = [TEAM_LOCK, MENTORS_LOCK]
    const { eraseAt } = await actByCommand(db, locks, (trx, now) => scheduleErasure(trx, uid, { isNow }, now))
    if (!isNow) {
      const day = new Date(eraseAt).toISOString().slice(0, 10)
      print(`${calledBy} is erased on ${day}. To take it back: npm run admin -- keep --uid ${uid}`)
      return
    }
    const accounts = await openAccounts(config, Date.now)
    const personalDataSources = createPersonalDataSources((await openStores(config)).recordings)
    await eraseNow(db, uid, { personalDataSources, accounts, now: Date.now() })
    print(`${calledBy} is erased. Backups made before still have their data.`)
  },
}

export const cancelErasureCommand: Command = {
  usage: WHO,
  summary: 'Cancels the erasing of a person',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'keep')
    await actByCommand(db, [], trx => cancelPersonErasure(trx, uid))
    print(`${calledBy} will not be erased.`)
  },
}
