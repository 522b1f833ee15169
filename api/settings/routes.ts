import type { IncomingHttpHeaders } from 'node:http'
import { getSettings } from '../../contract/settings.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import { type Route, serve } from '../http/serve.ts'
import { type LessonFileKeys, settingsNow } from './settings.ts'

type Deps = { db: Db; config: Config; lessonFileKeys: LessonFileKeys }

export function settingsRoutes({ db, config, lessonFileKeys }: Deps): Route[] {
  return [
    serve(getSettings, async ({ headers }) => {
      const data = await settingsNow(db, config, lessonFileKeys)
      return { success: true, data: wantsLess(headers) ? { ...data, saveData: true as const } : data }
    }),
  ]
}

/** The header is a client hint: https://wicg.github.io/savedata/ */
function wantsLess(headers: IncomingHttpHeaders): boolean {
  return headers['save-data'] === 'on'
}
