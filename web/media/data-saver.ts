import { useSyncExternalStore } from 'react'
import { knownSettings } from '../settings/settings.ts'
import { createStoredChoice } from './stored-choice.ts'

/** Some browsers describe the network: https://wicg.github.io/netinfo/ */
type Connection = EventTarget & { saveData?: boolean; effectiveType?: string; type?: string; metered?: boolean }

const choice = createStoredChoice('sbs.data-saver', ['on', 'off'])

/** The choice of an author who looks at a page as learners see it. */
let shownAs: boolean | undefined

export function showAsSaving(isSaving: boolean | undefined): void {
  shownAs = isSaving
}

/** Whether to save data: as the person chose, otherwise as their phone and connection suggest. */
export function isSavingData(): boolean {
  const chosen = choice.read()
  if (shownAs !== undefined) return shownAs
  return chosen ? chosen === 'on' : isDataDear()
}

export function useDataSaver(): [isSaving: boolean, choose: (isSaving: boolean) => void] {
  return [useSyncExternalStore(onChange, isSavingData), isSaving => choice.choose(isSaving ? 'on' : 'off')]
}

/** A phone on a mobile network pays for its downloads. Browsers know the kind of network only in part. */
function isDataDear(): boolean {
  const { saveData, effectiveType, type, metered } = connection() ?? {}
  const isSlow = /^(slow-)?2g$/.test(effectiveType ?? '')
  return saveData || knownSettings().saveData || isSlow || (metered ?? type === 'cellular')
}

function onChange(listener: () => void): () => void {
  const stop = choice.onChoice(listener)
  connection()?.addEventListener('change', listener)
  return () => {
    stop()
    connection()?.removeEventListener('change', listener)
  }
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}
