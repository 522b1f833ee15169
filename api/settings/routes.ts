import { getSettings } from '../../contract/settings.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import { type Route, serve } from '../http/serve.ts'
import { settingsNow } from './settings.ts'

export function settingsRoutes({ db, config }: { db: Db; config: Config }): Route[] {
  return [serve(getSettings, async () => ({ success: true, data: await settingsNow(db, config) }))]
}
