import { notHandedOver } from './sender.ts'

const TIMEOUT_MS = 5000

export async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const options = { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  const response = await fetch(url, options).catch(notHandedOver)
  await response.body?.cancel()
  if (!response.ok) notHandedOver(new Error(`The SMS service answered ${response.status}`))
}
