import { useSyncExternalStore } from 'react'
import { serverNow } from '../../session.ts'

const HALF_MINUTE = 30_000

let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The time of the server (epoch ms), read again every half minute, so that waiting times grow. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** One timer for all rows. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow()
    timer = setInterval(tick, HALF_MINUTE)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}
