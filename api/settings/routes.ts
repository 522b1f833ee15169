import type { IncomingHttpHeaders } from 'node:http'
import { getSettings } from '../../contract/settings.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import { type Route, serve } from '../http/serve.ts'
import { settingsNow } from './settings.ts'

export function settingsRoutes({ db, config }: { db: Db; config: Config }): Route[] {
  return [
    serve(getSettings, async ({ headers }) => {
      const data = await settingsNow(db, config)
      return { success: true, data: wantsLess(headers) ? { ...data, saveData: true as const } : data }
    }),
  ]
}

/** The header is a client hint: https://wicg.github.io/savedata/ */
function wantsLess(headers: IncomingHttpHeaders): boolean {
  return headers['save-data'] === 'on'
}
