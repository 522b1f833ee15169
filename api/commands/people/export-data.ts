import { existsSync } from 'node:fs'
import { dataToken } from '../../account/personal-data/data-link.ts'
import { ownData } from '../../account/personal-data/own-data.ts'
import { userLock } from '../../account/write-for-user.ts'
import { actByCommand, record } from '../../audit-log/audit-log.ts'
import { openStores } from '../../media/storage/stores.ts'
import { prepareData } from '../../organisation/people/account-acts.ts'
import { createPersonalDataSources } from '../../personal-data-sources.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import type { Command } from '../command.ts'
import { otherWords, personIn, WHO } from '../named-person.ts'
import { writeNewFile } from '../write-new-file.ts'

export const exportDataCommand: Command = {
  usage: `${WHO} <file.zip>`,
  summary: 'Writes all data of a person to a zip file, as their own download does',
  async run({ db, config, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'export-data')
    const [file] = otherWords(words)
    if (!file) throw new Error('Name the file to write: npm run admin -- export-data --phone +971501234567 noura.zip')
    if (existsSync(file)) throw new Error(`${file} is there already; an export never overwrites one`)
    const personalDataSources = createPersonalDataSources((await openStores(config)).recordings)
    await writeNewFile(await ownData(db, personalDataSources, uid, Date.now()), file)
    const line = { action: 'data-exported', subjectUid: uid } as const
    await record(db, { uid: null, side: 'command' }, line, Date.now())
    print(`All data of ${calledBy} is in ${file}. Keep it private.`)
  },
}

export const prepareDataCommand: Command = {
  usage: WHO,
  summary: 'Prints a link to all data of a person, for seven days; it opens only for that person, signed in',
  async run({ db, config, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'prepare-data')
    const { expiresAt } = await actByCommand(db, [userLock(uid)], (trx, now) => prepareData(trx, uid, now))
    const token = dataToken({ uid, expiresAt }, openSecrets(config).dataLinks)
    print(`${config.publicUrl}/account?data=${encodeURIComponent(token)}`)
    print(`Good for seven days, and only for ${calledBy}, signed in.`)
  },
}
