import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnalyticsEvent } from '../../contract/analytics.ts'

export type Analytics = { record(events: AnalyticsEvent[], now: number): Promise<void> }

/**
 * One JSON line for each event in DATA_DIR/analytics.jsonl: no IP address and no person. Anybody can send events, so
 * they must not fill the disk: without room they are dropped.
 */
export function analyticsFile(dataDir: string, hasRoom: () => Promise<boolean>): Analytics {
  return {
    async record(events, now) {
      if (events.length === 0 || !(await hasRoom())) return
      const at = new Date(now).toISOString()
      const lines = events.map(event => `${JSON.stringify({ at, ...named(event) })}\n`)
      await mkdir(dataDir, { recursive: true })
      await appendFile(join(dataDir, 'analytics.jsonl'), lines.join(''), { mode: 0o600 })
    },
  }
}

function named({ name, params }: AnalyticsEvent) {
  return { name, params }
}
