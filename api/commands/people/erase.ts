import { cancelErasure, eraseLater, eraseNow } from '../../account/personal-data/erase.ts'
import { openStores } from '../../media/storage/stores.ts'
import { createPersonalDataSources } from '../../personal-data-sources.ts'
import { openAccounts } from '../../sign-in/open-identity.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const eraseCommand: Command = {
  name: 'erase',
  usage: `${WHO} [--now]`,
  summary: 'Erases a person and all their data in seven days; --now: at once',
  async run({ db, config, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'erase')
    if (!words.includes('--now')) {
      const day = new Date(await eraseLater(db, uid, Date.now())).toISOString().slice(0, 10)
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
  name: 'keep',
  usage: WHO,
  summary: 'Cancels the erasing of a person',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'keep')
    await cancelErasure(db, uid)
    print(`${calledBy} will not be erased.`)
  },
}
