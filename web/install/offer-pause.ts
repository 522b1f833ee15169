import { DAY } from '../../contract/time.ts'

const STORED_AS = 'sbs.install-offer'
const PAUSE_MS = 30 * DAY

/** True for some time after the person pressed "not now". */
export function isOfferPaused(now = Date.now()): boolean {
  try {
    const pausedAt = Number(localStorage.getItem(STORED_AS) ?? Number.NaN)
    return now - pausedAt < PAUSE_MS
  } catch {
    // Without storage a "not now" could not be remembered, and the app could not be kept on the phone.
    return true
  }
}

export function pauseOffer(now = Date.now()): void {
  try {
    localStorage.setItem(STORED_AS, String(now))
  } catch {
    // Without storage the next visit offers the app again.
  }
}
