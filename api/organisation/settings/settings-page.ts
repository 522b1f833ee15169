import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { inEachLanguage } from '../../../contract/text/in-each-language.ts'
import { MINUTE } from '../../../contract/time.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { chosenSettings } from '../../settings/organisation-settings.ts'
import { isInMaintenance } from '../../settings/settings.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { aroundReminder, EXAMPLE_CONSENT_CODE } from '../kind-words/kind-texts.ts'
import { isPresentLearner } from '../reports/learners.ts'
import { backupState } from './backup-state.ts'
import { machineSettings } from './machine.ts'
import { sendingNow } from './sending.ts'
import { settingsOf } from './values.ts'

/** `active_at` of a person is written at most once in a quarter of an hour. */
const LEARNING_MS = 15 * MINUTE
/** A link as long as that of a real invitation. */
const SAMPLE = '/?rid=000000000000'
/** A person without a name, because a name would make the text longer. */
const SOMEBODY = { name: null, code: EXAMPLE_CONSENT_CODE }

type Machine = {
  about: (now: number) => Promise<SettingsPage['about']>
  room: (now: number) => Promise<SettingsPage['room']>
}

export async function settingsPage(
  db: Db,
  config: Config,
  { about, room }: Machine,
  now: number,
): Promise<SettingsPage> {
  const values = await settingsOf(db, config)
  const { publicUrl } = config
  return {
    values,
    changes: await changesNow(db),
    allowedCountries: config.phoneCountries,
    sampleLink: publicUrl + SAMPLE,
    sampleReminder: {
      link: publicUrl,
      around: inEachLanguage(code => aroundReminder(code, { publicUrl, ...SOMEBODY })),
    },
    appName: inEachLanguage(code => serverTexts[code].push.app),
    machine: machineSettings(config),
    sending: await sendingNow(db, config, { timeZone: values.timeZone, now }),
    maintenance:
      config.identity === 'firebase' ? null : { isOn: await isInMaintenance(db), learning: await learningNow(db, now) },
    backup: await backupState(db, config, now),
    room: await room(now),
    about: await about(now),
  }
}

async function changesNow(db: Db): Promise<SettingsPage['changes']> {
  const { changes } = await chosenSettings(db)
  const uids = Object.values(changes).flatMap(({ by }) => by ?? [])
  const users = uids.length
    ? await db.selectFrom('users').select(['uid', 'display_name', 'phone_number']).where('uid', 'in', uids).execute()
    : []
  const names = new Map(users.map(user => [user.uid, user.display_name ?? user.phone_number]))
  return Object.entries(changes).map(([name, { at, by }]) => ({ name, at, by: (by && names.get(by)) ?? null }))
}

async function learningNow(db: Db, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('active_at', '>', now - LEARNING_MS)
    .where(isPresentLearner())
    .executeTakeFirstOrThrow()
  return Number(count)
}
