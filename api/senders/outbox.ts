import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMail, SendSms, SendWhatsapp } from './sender.ts'

type Line = { at: string; kind: 'sms' | 'email' | 'whatsapp'; to: string; text: string; code?: string; link?: string }

/** A sender for demos and development: texts go to a file only, one JSON line each. */
export function smsToOutbox(dataDir: string, now: () => number): SendSms {
  return sms => append(dataDir, { at: timeFrom(now), kind: 'sms', ...sms })
}

export function mailToOutbox(dataDir: string, now: () => number): SendMail {
  return ({ subject: _, ...mail }) => append(dataDir, { at: timeFrom(now), kind: 'email', ...mail })
}

export function whatsappToOutbox(dataDir: string, now: () => number): SendWhatsapp {
  return ({ to, code }) => append(dataDir, { at: timeFrom(now), kind: 'whatsapp', to, text: code, code })
}

/** The codes that were sent to a phone, newest first. */
export async function codesInOutbox(dataDir: string, phone: string): Promise<string[]> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  const lines = text.split('\n').filter(Boolean)
  const sent = lines.map(line => JSON.parse(line) as Line)
  return sent.flatMap(line => (line.to === phone && line.code ? line.code : [])).reverse()
}

async function append(dataDir: string, line: Line): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await appendFile(fileIn(dataDir), `${JSON.stringify(line)}\n`, { mode: 0o600 })
}

function timeFrom(now: () => number): string {
  return new Date(now()).toISOString()
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'outbox.jsonl')
}
