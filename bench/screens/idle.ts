import type { Page } from '@playwright/test'
import type { Db } from '../../api/database/tables.ts'
import { createClient } from '../../contract/calls/client.ts'
import { getUpdates } from '../../contract/messages.ts'
import { withDatabase } from '../../e2e/command.ts'
import { Server } from '../../e2e/server.ts'
import { crowd, type Member } from '../messages/crowd.ts'
import type { Row } from '../table.ts'
import { newPhone, openChromium } from './browser.ts'
import { countedLine, type LineBytes } from './counted-line.ts'

const HOUR_S = 3600
/** How long the first poll and each later poll may wait, as in web/messages/live/poll-pace.ts. */
const WAIT_S = { first: 25, next: 50 }
/** A shorter wait for the measurement. It has as many digits, so the request has as many bytes. */
const WAIT_MEASURED_S = 10
const POLL_S = 2
const BUDGET_KB = 100
/** With the settings of production, the headers of replies are complete. The bench sends no push notification. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://learn.example.org',
  SMS_SENDER: 'webhook',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
  SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
  MAIL_SENDER: 'smtp',
  MAIL_FROM: 'courses@example.org',
  SMTP_URL: 'smtp://127.0.0.1:9',
  DEMO_COURSES: 'true',
}

/** The bytes that the messenger of one learner sends and gets in an hour without news, in Chromium. */
export async function idle(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const server = new Server(PRODUCTION)
  await server.start()
  const line = await countedLine(server.origin)
  try {
    const { idToken } = await withDatabase(server, db => learnerWithMentor(db, server))
    const call = createClient({ base: server.origin, token: async () => idToken })
    const { data } = await call(getUpdates, { query: { noUnassigned: 'true' } })
    const query = { noUnassigned: 'true', since: data.cursor, state: data.state }
    const path = `${getUpdates.path}?${new URLSearchParams(query)}`
    const page = await (await newPhone(browser)).newPage()
    await page.goto(`${line.origin}/login`, { waitUntil: 'networkidle' })
    const headers = { Accept: 'application/json', Authorization: `Bearer ${idToken}` }
    // The first poll comes together with other requests of the page.
    await ask(page, path, { ...headers, Prefer: 'wait=3' })
    const held = await line.during(() =>
      ask(page, path, { ...headers, Prefer: `wait=${WAIT_MEASURED_S}, return=minimal` }),
    )
    const polled = await line.during(() => ask(page, path, headers))
    const heldCalls = 1 + (HOUR_S - WAIT_S.first) / WAIT_S.next
    return [
      { name: 'idle: a held call, what the browser sends', value: held.sent, unit: 'bytes' },
      { name: 'idle: a held call, what it gets', value: held.got, unit: 'bytes' },
      { name: 'idle: an hour of held calls', value: inKb(held) * heldCalls, unit: 'KB', atMost: BUDGET_KB },
      { name: 'idle: an hour of polling each 2 s', value: (inKb(polled) * HOUR_S) / POLL_S, unit: 'KB' },
    ]
  } finally {
    await browser.close()
    line.close()
    await server.remove()
  }
}

async function learnerWithMentor(db: Db, { dataDir }: Server): Promise<Member> {
  const [made] = await crowd(db, dataDir, { classes: 1, learnersEach: 1 })
  return made?.learners[0] as Member
}

function inKb({ sent, got }: LineBytes): number {
  return (sent + got) / 1024
}

/** Sends the call from the page. Its connection is already open, so the bytes of opening it are not counted. */
async function ask(page: Page, path: string, headers: Record<string, string>): Promise<void> {
  const isFine = await page.evaluate(
    async ([url, sent]) => {
      const response = await fetch(url, { headers: sent })
      await response.text()
      return response.ok
    },
    [path, headers] as const,
  )
  if (!isFine) throw new Error('The held call was refused')
}
