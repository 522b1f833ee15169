import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendSms } from './send-sms.ts'

type Line = { at: string; kind: 'sms'; to: string; text: string; code: string }

/** For demos and development: texts go to a file, one JSON line each, and nowhere else. */
export function outboxSender(dataDir: string, now: () => number): SendSms {
  return async ({ to, text, code }) => {
    const line: Line = { at: new Date(now()).toISOString(), kind: 'sms', to, text, code }
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await appendFile(fileIn(dataDir), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }
}

/** The codes that went to one phone, newest first. */
export async function codesInOutbox(dataDir: string, phone: string): Promise<string[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  const lines = text.split('\n').filter(Boolean)
  const sent = lines.map(line => JSON.parse(line) as Line)
  return sent.flatMap(line => (line.to === phone && line.code ? line.code : [])).reverse()
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'outbox.jsonl')
}
