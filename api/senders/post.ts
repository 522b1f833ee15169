import { notHandedOver } from './sender.ts'

const TIMEOUT_MS = 5000
const MOST_WORDS = 300

export async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const options = { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  const response = await fetch(url, options).catch(notHandedOver)
  if (response.ok) return void (await response.body?.cancel())
  const words = (await response.text().catch(() => '')).trim().slice(0, MOST_WORDS)
  notHandedOver(Object.assign(new Error(`The SMS service answered ${response.status}`), { words }))
}
