import { readStored, writeStored } from '../../browser/stored.ts'

/** The sides of the app between which a person of the team can switch. */
export type AppSide = 'learn' | 'inbox' | 'organisation'

const STORED_AS = 'sbs.side'

/** The side that was used last on this device. */
export function lastSide(): string | null {
  return readStored(STORED_AS)
}

export function saveSide(side: AppSide): void {
  writeStored(STORED_AS, side)
}
