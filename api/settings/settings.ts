import type { Settings } from '../../contract/settings.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'

const MAINTENANCE = 'maintenance'

export async function settingsNow(db: Db, config: Config): Promise<Settings> {
  return {
    maintenance: await isInMaintenance(db),
    messengerEnabled: config.isMessengerEnabled,
    identity: 'embedded',
    demo: config.isDemo,
    mediaBase: config.mediaBase,
    defaultCountry: config.defaultCountry,
  }
}

export async function switchMaintenance(db: Db, isOn: boolean): Promise<void> {
  const value = JSON.stringify(isOn)
  await db
    .insertInto('settings')
    .values({ name: MAINTENANCE, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function isInMaintenance(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', MAINTENANCE).executeTakeFirst()
  return row?.value === 'true'
}
